// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/machine/planned_nvlink.h"

#include <algorithm>
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

unsigned nvswitch_generation(const MachinePlan& plan) {
  constexpr unsigned kNone = ~0u;
  unsigned oldest = kNone;
  for (const PlannedLink& link : plan.links) {
    const bool of_switch = plan.devices[link.a].kind == DeviceKind::kNvSwitch ||
                           plan.devices[link.b].kind == DeviceKind::kNvSwitch;
    if (!of_switch || link.family() != LinkFamily::kNvlink) continue;
    const unsigned of_link = link.spec->is_xgmi() ? 0 : link.spec->generation;
    oldest = std::min(oldest, of_link > 0 ? of_link - 1 : 0);
  }
  return oldest == kNone ? 0 : oldest;
}

}  // namespace gf::model
