// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/copies/proact_units.h"

#include "tlm_models/gpu/page_table.h"

namespace gf::platforms::gpu {
namespace {

constexpr std::uint64_t kTablesBase = 1ull << 44;
constexpr std::uint64_t kTablesStride = 1ull << 36;   ///< From one GPU to the next.
constexpr std::uint64_t kTablesBytes = 256ull << 20;  ///< More than any map needs.

std::uint64_t offset_of_tables(GpuNode& node, unsigned gpu) {
  return model::offset_of(node.physical(kTablesBase + gpu * kTablesStride, gpu));
}

}  // namespace

model::DataStructure unit_tables(unsigned gpu) {
  return {"proact_tables_" + std::to_string(gpu),
          kTablesBase + gpu * kTablesStride,
          core::Bytes(kTablesBytes),
          model::Placement::kExplicit,
          {static_cast<std::uint8_t>(gpu)}};
}

std::uint64_t unit_ring(GpuNode& node, unsigned gpu, std::uint64_t bytes) {
  return offset_of_tables(node, gpu) + kTablesBytes - bytes;
}

std::unique_ptr<hw::proact::ProactUnit> make_unit(GpuNode& node, unsigned number,
                                                  const hw::proact::ProactParams& params) {
  Gpu& gpu = node.gpu(number);
  auto unit = std::make_unique<hw::proact::ProactUnit>(
      ("proact_" + std::to_string(number)).c_str(), params, number, gpu.memory, node.clock(),
      gpu.sms(), gpu.sm(0).cta_slots(), offset_of_tables(node, number), gpu.memory.capacity());
  for (unsigned sm = 0; sm < gpu.sms(); ++sm) unit->watch(gpu.sm(sm));
  return unit;
}

}  // namespace gf::platforms::gpu
