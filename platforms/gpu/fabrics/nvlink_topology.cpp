// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/fabrics/nvlink_topology.h"

#include <fmt/format.h>

#include "core/base/error.h"
#include "tlm_models/machine/topology_files.h"
#include "tlm_models/topology/nvlink/nvlink_routes.h"

namespace gf::platforms::gpu {
namespace {

constexpr unsigned kCubeGpus = 8;

void check_links(const model::NvlinkGraph& graph) {
  for (unsigned g = 0; g < graph.gpus(); ++g) {
    if (graph.ports(g) == 0)
      core::fail_config("nvlink", "graph", graph.node(g).name, "at least one link a GPU",
                        "say 'link " + graph.node(g).name + " ...' in the file");
  }
}

}  // namespace

void NvlinkTopologyParams::declare_topology(const core::ParamScope& root,
                                            hw::nvlink::NvlinkParams& link) {
  declare_only(root, {"topology"});
  if (shares_lanes()) return;
  const core::ParamScope scope = root.child("nvlink");
  declare_only(scope, {"generation", "relays"});
  if (topology == "hybrid_cube_mesh") declare_only(scope, {"links"});
  if (topology == "planes") planes.declare(scope);
  if (topology == "file") declare_only(scope, {"graph"});
  const model::NvlinkGeneration& chosen = model::nvlink_generation(generation);
  link.lanes = chosen.link.lanes;
  link.lane_rate = chosen.link.rate;
  scope.cite("lanes", chosen.source);
  scope.cite("lane_rate", chosen.source);
}

void NvlinkTopologyParams::declare_port(const core::ParamScope& scope,
                                        hw::nvlink::NvlinkPortParams& port) const {
  if (shares_lanes()) {
    port.declare_but(scope, hw::nvlink::NvlinkPortParams::kSeveralWays);
  } else {
    port.declare(scope);
  }
}

model::NvlinkGraph NvlinkTopologyParams::chosen(unsigned gpus,
                                                const model::NvlinkLanes& link) const {
  if (topology == "mesh") return model::nvlink_mesh(gpus, link);
  if (topology == "planes") return model::nvlink_planes(gpus, planes, link);
  if (topology == "file") {
    if (graph.empty())
      core::fail_config("nvlink", "graph", "\"\"", "the name of a file with topology = file",
                        "docs/nvlink_topologies.md shows one");
    return model::read_nvlink_graph_or_machine(graph, link);
  }
  if (topology == "hybrid_cube_mesh") return model::nvlink_hybrid_cube_mesh(links, link);
  return model::nvlink_switch(gpus, link);
}

model::NvlinkGraph NvlinkTopologyParams::make(unsigned gpus, const model::NvlinkLanes& link) const {
  if (gpus == 1) return model::NvlinkGraph(1);  // no peers
  if (topology == "hybrid_cube_mesh" && gpus != kCubeGpus)
    core::fail_config("", "gpus", std::to_string(gpus), std::to_string(kCubeGpus),
                      "topology = hybrid_cube_mesh has 8 corners");
  model::NvlinkGraph made = chosen(gpus, link);
  if (made.gpus() != gpus)
    core::fail_config("nvlink", "graph", graph, fmt::format("a graph of {} GPUs", gpus),
                      fmt::format("this one has {}, which must equal `gpus`", made.gpus()));
  check_links(made);
  if (relays == "nearest") made = with_relays(std::move(made));
  model::NvlinkRoutes(made).check();
  return made;
}

std::string NvlinkTopologyParams::text(const model::NvlinkGraph& made) const {
  const unsigned gpus = made.gpus();
  if (gpus == 1) return "1 GPU";
  const unsigned lanes = made.links()[0].lanes.lanes;
  if (topology == "mesh")
    return fmt::format("{} GPUs with a link of {} lanes between each pair", gpus, lanes);
  if (topology == "switch")
    return fmt::format("{} GPUs, each joined to a switch by a link of {} lanes", gpus, lanes);
  const std::string relayed = made.relays().empty() ? "" : ", some pairs by relay";
  if (topology == "hybrid_cube_mesh")
    return fmt::format("{} GPUs in a hybrid cube mesh, {} links of {} lanes each{}", gpus,
                       made.ports(0), lanes, relayed);
  if (topology == "planes")
    return fmt::format("{} GPUs on {} planes of NVSwitches, {} in all, by links of {} lanes", gpus,
                       made.ports(0), made.switches(), lanes);
  return fmt::format("{} GPUs and {} NVSwitches with {} links, from {}{}", gpus, made.switches(),
                     made.links().size(), graph.get(), relayed);
}

}  // namespace gf::platforms::gpu
