// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/units.h"
#include "core/param/param.h"
#include "hw/gpu/memory_port_if.h"
#include "hw/gpu/sm/warp_set.h"

namespace gf::hw::gpu {

inline constexpr unsigned kMostSchedulers = 8;  ///< Of one SM.

/// Parameters of one streaming multiprocessor. Cycles are those of the GPU's clock.
struct SmParams : core::ParamGroup {
  core::Param<unsigned> warps =
      param("warps", 64u, "maximum resident warps", "assumed: [N]", core::between(1u, kMostWarps));
  core::Param<unsigned> ctas = param("ctas", 32u, "maximum resident CTAs",
                                     "assumed: as Pascal and Volta", core::between(1u, kMostWarps));
  /// needs_of() (hw/gpu/dispatch/kernel_run.h) gives the registers of a CTA.
  core::Param<unsigned> registers =
      param("registers", 65536u, "registers of 32 bit, for the threads of all resident CTAs",
            "CUDA C++ Programming Guide: compute capabilities 3.5, 6.0 and 7.0",
            core::between(1024u, 1u << 20));
  /// Warp w belongs to scheduler w modulo this number.
  core::Param<unsigned> schedulers =
      param("schedulers", 4u, "warp schedulers, each issuing one instruction per cycle",
            "assumed: as Pascal and Volta", core::between(1u, kMostSchedulers));
  core::Param<unsigned> lsu_queue =
      param("lsu_queue", 8u, "capacity of the queue of memory instructions before the L1",
            "assumed", core::between(1u, 64u));
  core::Param<unsigned> lsu_lines = param("lsu_lines", 1u, "lines that the L1 looks up per cycle",
                                          "assumed", core::between(1u, 4u));
  core::Param<core::Bytes> l1_bytes =
      param("l1_bytes", core::kibibytes(128),
            "size of the write-through L1, with lines of 128 B and sectors of 32 B", "assumed: [N]",
            core::between(core::Bytes(kLineBytes), core::mebibytes(4)));
  core::Param<unsigned> l1_ways =
      param("l1_ways", 4u, "associativity of the L1", "assumed: [N]", core::between(1u, 64u));
  core::Param<unsigned> hit_latency =
      param("hit_latency", 28u,
            "cycles from the issue of a load that hits to the warp's next instruction",
            "assumed: about that of Volta", core::between(1u, 1000u),
            core::plausible(20u, 82u,
                            "Jia et al. 2018 (arXiv:1804.06826): 28 cycles on V100, 82 on P100"));
  core::Param<unsigned> mshrs =
      param("mshrs", 128u, "maximum outstanding reads", "assumed", core::between(1u, 4096u));
  core::Param<unsigned> mshr_merges =
      param("mshr_merges", 32u, "maximum warps that wait for one read", "assumed",
            core::between(1u, kMostWarps));
  core::Param<unsigned> stores =
      param("stores", 128u, "maximum lines with outstanding writes and atomics", "assumed",
            core::between(1u, 4096u));
  core::Param<unsigned> patience = param("patience", 65536u,
                                         "cycles after which a waiting ready warp gets priority "
                                         "over older ones, to prevent starvation",
                                         "assumed: warps wait this long only where a full link "
                                         "holds up stores; there it changes times",
                                         core::between(1u, 1u << 30));

  SmParams();
  void validate(const std::string& path) const;  ///< Throws UserError.

  [[nodiscard]] unsigned l1_sets() const;
};

}  // namespace gf::hw::gpu
