// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/param.h"
#include "core/units.h"
#include "hw/gpu/memory_port_if.h"
#include "hw/gpu/sm/warp_set.h"

namespace gf::hw::gpu {

inline constexpr unsigned kMostSchedulers = 8;  ///< Of one SM.

/// One streaming multiprocessor. Cycles are those of the GPU's clock.
struct SmParams : core::ParamGroup {
  core::Param<unsigned> warps =
      param("warps", 64u, "resident warps", "assumed: [N]", core::between(1u, kMostWarps));
  core::Param<unsigned> ctas = param("ctas", 32u, "resident CTAs", "assumed: as Pascal and Volta",
                                     core::between(1u, kMostWarps));
  /// Warp w belongs to scheduler w modulo their number.
  core::Param<unsigned> schedulers =
      param("schedulers", 4u, "warp schedulers, one instruction a cycle each",
            "assumed: as Pascal and Volta", core::between(1u, kMostSchedulers));
  core::Param<unsigned> lsu_queue =
      param("lsu_queue", 8u, "issued memory instructions that wait for the L1", "assumed",
            core::between(1u, 64u));
  core::Param<unsigned> lsu_lines = param("lsu_lines", 1u, "lines that the L1 looks up in a cycle",
                                          "assumed", core::between(1u, 4u));
  core::Param<core::Bytes> l1_bytes =
      param("l1_bytes", core::kibibytes(128), "L1 of 128 B lines of 32 B sectors, write-through",
            "assumed: [N]", core::between(core::Bytes(kLineBytes), core::mebibytes(4)));
  core::Param<unsigned> l1_ways =
      param("l1_ways", 4u, "lines of a set", "assumed: [N]", core::between(1u, 64u));
  core::Param<unsigned> hit_latency =
      param("hit_latency", 28u, "cycles from a load's issue to the warp's next one, hit",
            "assumed: about that of Volta", core::between(1u, 1000u));
  core::Param<unsigned> mshrs =
      param("mshrs", 128u, "reads outstanding", "assumed", core::between(1u, 4096u));
  core::Param<unsigned> mshr_merges = param("mshr_merges", 32u, "warps that wait for one read",
                                            "assumed", core::between(1u, kMostWarps));
  core::Param<unsigned> stores = param("stores", 128u, "writes and atomics outstanding, in lines",
                                       "assumed", core::between(1u, 4096u));

  void validate(const std::string& path) const;  ///< Throws UserError.

  [[nodiscard]] unsigned l1_sets() const;
};

}  // namespace gf::hw::gpu
