// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/kernels/programs/emit.h"
#include "workloads/kernels/programs/layout.h"
#include "workloads/shared/ct_geometry.h"

namespace gf::model::proact {

/// Where the data of a reconstruction are: addresses of number 0.
struct CtAddresses {
  std::uint64_t image = 0, missing = 0;          ///< In the region.
  std::vector<std::uint64_t> measured, lengths;  ///< By GPU.
};

inline constexpr unsigned kCtWarps = 4;

/// Places the private data: a structure of each kind a GPU.
void place_ct_data(const CtGeometry& geometry, suite::Layout& layout, CtAddresses& at);

/// The kernels of an iteration, a tile a CTA. A CTA loads what the rays of its tile cross into its
/// shared memory, 16 B a lane, each once (barrier), computes for sample_cycles of its SM a pixel
/// and angle (both kernels have on the average as many), and stores its tile.
Kernel ct_update(const CtGeometry& geometry, const CtAddresses& at, double sample_cycles);
Kernel ct_project(const CtGeometry& geometry, const CtAddresses& at, double sample_cycles,
                  unsigned gpus);

}  // namespace gf::model::proact
