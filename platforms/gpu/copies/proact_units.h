// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "hw/proact/proact_unit.h"
#include "platforms/gpu/copies/gpu_node.h"

namespace gf::platforms::gpu {

/// What the runtime keeps in the memory of GPU `gpu` for its PROACT unit: counters, bits of CTAs
/// and descriptors, and, at its end, the completions of a card.
model::DataStructure unit_tables(unsigned gpu);
/// Offset in the GPU's memory of the last `bytes` of them. `node` has that structure.
std::uint64_t unit_ring(GpuNode& node, unsigned gpu, std::uint64_t bytes);

/// The unit of GPU `gpu`, "proact_<gpu>", which looks at its SMs and has its tables there.
std::unique_ptr<hw::proact::ProactUnit> make_unit(GpuNode& node, unsigned gpu,
                                                  const hw::proact::ProactParams& params);

}  // namespace gf::platforms::gpu
