// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/param/param.h"

namespace gf::hw::riscv {

/// Cycles of instructions beyond their first one, and how far the core runs ahead of the kernel.
struct CoreParams : core::ParamGroup {
  static constexpr const char* kPipeline = "assumed: a soft core of five stages";

  core::Param<unsigned> load_cycles = cycles("load_cycles", 1, "extra cycles of a load");
  core::Param<unsigned> branch_cycles =
      cycles("branch_cycles", 2, "extra cycles of a taken branch, a jump, a trap or its return");
  core::Param<unsigned> multiply_cycles =
      cycles("multiply_cycles", 2, "extra cycles of a multiplication");
  core::Param<unsigned> divide_cycles =
      cycles("divide_cycles", 33, "extra cycles of a division or remainder");
  core::Param<unsigned> io_cycles =
      cycles("io_cycles", 4, "extra cycles of a bus access, in addition to the target's delay");
  core::Param<core::Bytes> icache =
      param("icache", core::Bytes(0), "size of the instruction cache; 0: memory is tightly coupled",
            "assumed: program and tables in on-chip memory", cache_sizes());
  core::Param<core::Bytes> dcache =
      param("dcache", core::Bytes(0), "size of the data cache; 0: memory is tightly coupled",
            "assumed: program and tables in on-chip memory", cache_sizes());
  core::Param<core::Bytes> line =
      param("line", core::Bytes(32), "line size of the caches", "assumed",
            core::power_of_two(core::Bytes(16), core::Bytes(256)));
  core::Param<unsigned> miss_cycles = cycles("miss_cycles", 30, "extra cycles of a cache miss");
  core::Param<unsigned> quantum =
      param("quantum", 10000u, "maximum cycles that the core runs ahead of simulated time",
            "none: step size of the simulation", core::between(1u, 1000000u),
            core::experiment_choice("step size of the simulation"));

 private:
  static core::Limits<core::Bytes> cache_sizes() {
    return core::between(core::Bytes(0), core::mebibytes(1));
  }
  core::Param<unsigned> cycles(const char* name, unsigned default_value, const char* meaning) {
    return param(
        name, default_value, meaning, kPipeline, core::between(0u, 1000u),
        core::plausible(default_value / 2, 2 * default_value, "soft cores differ by this much"));
  }
};

}  // namespace gf::hw::riscv
