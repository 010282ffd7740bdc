// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/params.h"
#include "core/units.h"

namespace gf::hw::gpu {

inline constexpr unsigned kMostSchedulers = 8;  ///< Of one SM.

/// One streaming multiprocessor. Cycles are those of the GPU's clock.
struct SmParams {
  unsigned warps = 64;      ///< Resident at a time.
  unsigned ctas = 32;       ///< Resident at a time.
  unsigned schedulers = 4;  ///< Warp w belongs to scheduler w modulo their number.
  unsigned lsu_queue = 8;   ///< Memory instructions that were issued and wait for the L1.
  unsigned lsu_lines = 1;   ///< Lines looked up a cycle.
  core::Bytes l1_bytes = core::kibibytes(128);
  unsigned l1_ways = 4;
  unsigned hit_latency = 28;  ///< Cycles from a load's issue to the warp's next one.
  unsigned mshrs = 128;       ///< Reads outstanding.
  unsigned mshr_merges = 32;  ///< Warps that wait for one of them.
  unsigned stores = 128;      ///< Writes and atomics outstanding, in lines.

  void declare(const core::ParamScope& scope);
  void validate(const std::string& path) const;  ///< Throws UserError.

  [[nodiscard]] unsigned l1_sets() const;

 private:
  void validate_l1(const std::string& path) const;
};

}  // namespace gf::hw::gpu
