// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>

#include "core/params.h"

namespace gf::model {

/// A GPU as the applications' kernels see it: memory-bound kernels take their bytes at the rate
/// that memory sustains. Defaults: Tesla C2050. Beyond `tlb_reach` the share of accesses whose page
/// is not at hand grows as 1 - reach / footprint, and each such access costs `tlb_loss` of its time
/// more. Why one GPU with the whole lattice is slower a spin than two with half of it the paper
/// does not say: this is an assumption.
struct GpuCost {
  core::ByteRate bandwidth = core::gigabytes_per_second(144);  ///< Memory [data sheet, no ECC]
  double efficiency = 0.75;                                    ///< Of it, sustained [assumed]
  core::Bytes l2{768 << 10};                                   ///< [data sheet]
  core::Bytes tlb_reach{130 << 20};                            ///< 65 entries of 2 MiB [assumed]
  double tlb_loss = 0.277;  ///< [calibrated: 921 ps a spin, NP = 1]

  void declare(const core::ParamScope& scope);
  /// Time that a kernel takes for `bytes` from memory, its data being `footprint` large.
  [[nodiscard]] sc_core::sc_time time_for(double bytes, double footprint) const;
};

}  // namespace gf::model
