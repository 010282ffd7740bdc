// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/kernels/programs/emit.h"
#include "workloads/kernels/programs/layout.h"
#include "workloads/shared/ct_geometry.h"

namespace gf::model::proact {

/// Addresses of element 0 of the arrays of a reconstruction.
struct CtAddresses {
  std::uint64_t image = 0, missing = 0;          ///< In the region.
  std::vector<std::uint64_t> measured, lengths;  ///< By GPU.
};

inline constexpr unsigned kCtWarps = 4;

/// Places the private data: one structure of each kind per GPU.
void place_ct_data(const CtGeometry& geometry, suite::Layout& layout, CtAddresses& at);

/// Return the kernels of an iteration, one tile per CTA. A CTA loads the data along the rays of its
/// tile into its shared memory, 16 B per lane, each once, followed by a barrier. It computes for
/// sample_cycles of its SM per pixel and angle (both kernels have the same number on average), and
/// stores its tile.
Kernel ct_update(const CtGeometry& geometry, const CtAddresses& at, double sample_cycles);
Kernel ct_project(const CtGeometry& geometry, const CtAddresses& at, double sample_cycles,
                  unsigned gpus);

}  // namespace gf::model::proact
