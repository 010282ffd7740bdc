// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/machine/planned_nvlink.h"

#include <fmt/format.h>
#include <vector>

#include "core/base/error.h"
#include "tlm_models/topology/nvlink/nvlink_routes.h"

namespace gf::model {
namespace {

NvlinkGraph joined(const MachinePlan& plan) {
  const std::vector<unsigned> gpus = plan.of_kind(DeviceKind::kGpu);
  NvlinkGraph graph(static_cast<unsigned>(gpus.size()));
  std::vector<unsigned> nodes(plan.devices.size());
  for (unsigned number = 0; number < gpus.size(); ++number) nodes[gpus[number]] = number;
  for (const unsigned bridge : plan.of_kind(DeviceKind::kNvSwitch))
    nodes[bridge] = graph.add_switch(plan.devices[bridge].name, 0);
  for (const PlannedLink& link : plan.links) {
    if (link.family() != LinkFamily::kNvlink) continue;
    graph.join(nodes[link.a], nodes[link.b], link.spec->width, link.spec->nvlink_lanes());
  }
  return plan.relays ? with_relays(std::move(graph)) : graph;
}

}  // namespace

std::optional<NvlinkGraph> nvlink_graph(const MachinePlan& plan) {
  if (!plan.has(LinkFamily::kNvlink)) return std::nullopt;
  try {
    return joined(plan);
  } catch (const core::UserError& error) {
    if (error.code() == core::ExitCode::kBadInput) throw;
    throw core::UserError(core::ExitCode::kBadInput,
                          fmt::format("{}: {}", plan.devices.front().place.file, error.what()));
  }
}

}  // namespace gf::model
