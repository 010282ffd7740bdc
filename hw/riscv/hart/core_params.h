// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/param/param.h"

namespace gf::hw::riscv {

/// Cycles of instructions beyond their first one, and how far the core runs ahead of the kernel.
/// [NII] is Altera's Nios II Classic Processor Reference Guide, NII5V1; [EMI] its External Memory
/// Interface Handbook, volume 3, section II (December 2010).
struct CoreParams : core::ParamGroup {
  core::Param<unsigned> load_cycles =
      cycles("load_cycles", 1, "extra cycles of a load",
             "[NII] 5.2.8: 0, or 2 if the next instruction needs the value; the mean is assumed",
             core::plausible(0u, 2u, "all loads are followed by their use, or none"));
  core::Param<unsigned> branch_cycles = cycles(
      "branch_cycles", 2, "extra cycles of a taken branch, a jump, a trap or its return",
      "[NII] 5.2.8: 1 (predicted, call), 2 (jump, return), 3 (mispredicted); the mean is assumed",
      core::plausible(1u, 3u, "all branches are predicted, or none"));
  core::Param<unsigned> multiply_cycles =
      cycles("multiply_cycles", 2, "extra cycles of a multiplication",
             "[NII] 5.2.2.1: 1 cycle, 2 more until its result");
  core::Param<unsigned> divide_cycles =
      cycles("divide_cycles", 33, "extra cycles of a division or remainder",
             "[NII] 5.2.2.1: 4 to 66; the middle is assumed",
             core::plausible(5u, 67u, "it depends on the operands"));
  core::Param<unsigned> io_cycles =
      cycles("io_cycles", 4, "extra cycles of a bus access, in addition to the target's delay",
             "assumed", core::plausible(2u, 8u, "soft cores differ by this much"));
  core::Param<core::Bytes> icache =
      param("icache", core::Bytes(0), "size of the instruction cache; 0: memory is tightly coupled",
            "assumed: program and tables in on-chip memory", cache_sizes());
  core::Param<core::Bytes> dcache =
      param("dcache", core::Bytes(0), "size of the data cache; 0: memory is tightly coupled",
            "assumed: program and tables in on-chip memory", cache_sizes());
  core::Param<core::Bytes> line =
      param("line", core::Bytes(32), "line size of the caches", "[NII] 5.2.3.2",
            core::power_of_two(core::Bytes(16), core::Bytes(256)));
  core::Param<unsigned> fetch_miss_cycles =
      cycles("fetch_miss_cycles", 23, "extra cycles of a fetch that misses the instruction cache",
             "[EMI] page 8-3: a DDR3 controller's read, idle and with an open row (assumed); [NII] "
             "5.2.3.2: critical word first",
             core::plausible(23u, 46u, "a row may have to be opened, and a bus may lie between"));
  core::Param<unsigned> miss_cycles = cycles(
      "miss_cycles", 30, "extra cycles of a load or store that misses the data cache",
      "[EMI] page 8-3: 23 for a DDR3 controller's read, idle and with an open row (assumed); [NII] "
      "5.2.3.2: 7 for the rest of the line",
      core::plausible(30u, 60u, "a row may have to be opened, and a bus may lie between"));
  core::Param<unsigned> quantum =
      param("quantum", 10000u, "maximum cycles that the core runs ahead of simulated time",
            "none: step size of the simulation", core::between(1u, 1000000u),
            core::experiment_choice("step size of the simulation"));

 private:
  static core::Limits<core::Bytes> cache_sizes() {
    return core::between(core::Bytes(0), core::mebibytes(1));
  }
  core::Param<unsigned> cycles(const char* name, unsigned default_value, const char* meaning,
                               const char* source,
                               const core::Plausible<unsigned>& plausible = {}) {
    return param(name, default_value, meaning, source, core::between(0u, 1000u), plausible);
  }
};

}  // namespace gf::hw::riscv
