// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>

#include "core/param/param.h"

namespace gf::model {

/// The time of memory-bound kernels: bytes divided by the rate that memory sustains. Defaults:
/// Tesla C2050.
/// If the footprint exceeds `tlb_reach`, a share 1 - reach / footprint of the accesses misses the
/// TLB, and each of these takes `tlb_loss` of its time longer. This is an assumption: the paper
/// does not say why one GPU with the whole lattice is slower per spin than two with half of it
/// each.
struct GpuCost : core::ParamGroup {
  core::Param<core::ByteRate> bandwidth =
      param("bandwidth", core::gigabytes_per_second(144), "bandwidth of the GPU memory",
            "data sheet of the Tesla C2050, ECC off", core::at_least(core::ByteRate(1e6)));
  core::Param<double> efficiency =
      param("efficiency", 0.75, "share of the bandwidth that kernels sustain", "assumed",
            core::between(0.01, 1.0));
  core::Param<core::Bytes> l2 = param("l2", core::Bytes(768 << 10), "size of the GPU's L2 cache",
                                      "data sheet of the Tesla C2050");
  core::Param<core::Bytes> tlb_reach =
      param("tlb_reach", core::Bytes(130 << 20), "memory whose translations fit the GPU's TLB",
            "assumed: 65 entries of 2 MiB", core::at_least(core::Bytes(1)));
  core::Param<double> tlb_loss =
      param("tlb_loss", 0.277, "additional time of an access beyond tlb_reach, as a share",
            "calibrated: 921 ps per spin, L = 256, NP = 1 (recalled)", core::between(0.0, 10.0));

  /// Returns the time of a kernel that moves `bytes` to or from memory and has `footprint` bytes of
  /// data.
  [[nodiscard]] sc_core::sc_time time_for(double bytes, double footprint) const;
};

}  // namespace gf::model
