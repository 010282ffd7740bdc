// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "hw/proact/proact_unit.h"
#include "platforms/gpu/copies/gpu_node.h"

namespace gf::platforms::gpu {

/// Returns the data that the runtime keeps in the memory of GPU `gpu` for its PROACT unit:
/// counters, bits of CTAs and descriptors. Completions of a card are at the end.
model::DataStructure unit_tables(unsigned gpu);
/// Returns the offset, in the GPU's memory, of the last `bytes` bytes of unit_tables(). `node` has
/// that structure.
std::uint64_t unit_ring(GpuNode& node, unsigned gpu, std::uint64_t bytes);

/// Returns the unit of GPU `gpu`, "proact_<gpu>", which watches the GPU's SMs and has its tables in
/// the GPU's memory.
std::unique_ptr<hw::proact::ProactUnit> make_unit(GpuNode& node, unsigned gpu,
                                                  const hw::proact::ProactParams& params);

}  // namespace gf::platforms::gpu
