// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/plan/plan_graph.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

#include "hw/pcie/port/port_params.h"
#include "platforms/cluster/plan/machine_bounds.h"
#include "tlm_models/machine/planned_nvlink.h"
#include "tlm_models/machine/planned_trees.h"

namespace gf::platforms::cluster {
namespace {

using model::LinkFamily;
using model::MachinePlan;
using model::PlannedLink;

const char* family_name(LinkFamily family) {
  switch (family) {
    case LinkFamily::kNvlink:
      return "nvlink";
    case LinkFamily::kSocket:
      return "socket";
    case LinkFamily::kBare:
      return "bare";
    default:
      return "pcie";
  }
}

/// Returns the link's rate; if the file gives none, that of the processors or of the hardware.
core::ByteRate rate_of(const model::MachinePlan& plan, const PlannedLink& link) {
  if (link.family() == LinkFamily::kSocket) return *plan.socket_spec(link).rate;
  const auto said = link.spec ? link.spec->raw_rate() : std::nullopt;
  return said ? *said : hw::pcie::PortParams().link.rate.get();
}

struct PortPair {
  unsigned from = 0, to = 0;
};

/// Returns the ports of links on PCIe trees, with the numbers of the hardware.
std::map<const PlannedLink*, PortPair> tree_ports(const std::vector<model::PlannedTree>& trees) {
  std::map<const PlannedLink*, PortPair> ports;
  for (const model::PlannedTree& planned : trees) {
    for (unsigned i = 0; i < planned.up.size(); ++i) {
      if (planned.up[i] == nullptr) continue;
      const model::PcieNode& node = planned.tree.node(i);
      const bool up = planned.devices[i] == planned.up[i]->a;  // socket link: either end
      ports[planned.up[i]] = up ? PortPair{node.up_port(), node.parent_port}
                                : PortPair{node.parent_port, node.up_port()};
    }
    for (std::size_t i = 0; i < planned.cross.size(); ++i) {
      const model::RootLink& link = planned.tree.cross_links()[i];
      ports[planned.cross[i]] = PortPair{link.a_port, link.b_port};
    }
  }
  return ports;
}

}  // namespace

namespace {

/// Adds the devices and links of a machine. `group`: its box; names of devices begin with `prefix`.
void add_machine(Graph& graph, const MachinePlan& plan, const std::string& group,
                 const std::string& prefix) {
  std::map<unsigned, unsigned> numbers;
  for (const unsigned gpu : plan.of_kind(model::DeviceKind::kGpu))
    numbers.emplace(gpu, static_cast<unsigned>(numbers.size()));
  for (unsigned i = 0; i < plan.devices.size(); ++i) {
    Graph::Node node{prefix + plan.devices[i].name, std::string(to_text(plan.devices[i].kind))};
    if (const auto number = numbers.find(i); number != numbers.end()) node.number = number->second;
    node.group = group;
    graph.nodes.push_back(std::move(node));
  }
  const std::vector<model::PlannedTree> trees = model::pcie_trees(plan);
  const auto ports = tree_ports(trees);
  std::vector<unsigned> next(plan.devices.size());
  for (const PlannedLink& link : plan.links) {
    const auto known = ports.find(&link);
    const PortPair at =
        known != ports.end() ? known->second : PortPair{next[link.a]++, next[link.b]++};
    Graph::Direction way;
    way.rate = rate_of(plan, link);
    graph.links.push_back({family_name(link.family()),
                           {prefix + plan.devices[link.a].name, at.from},
                           {prefix + plan.devices[link.b].name, at.to},
                           way,
                           way,
                           0,
                           link.below,
                           link.spec ? to_text(*link.spec) : ""});
  }
}

}  // namespace

std::string nodes_of(const model::PlannedNetwork& network) {
  std::vector<std::string> rows;
  for (const model::PlannedNodes& row : network.machines)
    rows.push_back(fmt::format("{} of {}", row.count, row.plan ? row.plan->name : "this machine"));
  return fmt::format("{} nodes{} on a {}", network.nodes,
                     rows.empty() ? "" : fmt::format(" ({})", fmt::join(rows, ", ")), network.kind);
}

Graph graph_of(const MachinePlan& plan) {
  Graph graph;
  graph.title = plan.title();
  const std::vector<const MachinePlan*> others =
      plan.network ? other_machines(*plan.network) : std::vector<const MachinePlan*>();
  if (!others.empty()) graph.title += '\n' + nodes_of(*plan.network);
  add_machine(graph, plan, others.empty() ? "" : "this machine", "");
  for (const MachinePlan* const other : others)
    add_machine(graph, *other, other->name, other->name + ".");
  if (plan.network) return graph;  // the bounds of a node are not those of its network
  if (const std::string bounds = bounds_of(graph, model::nvlink_graph(plan)); !bounds.empty())
    graph.title += '\n' + bounds;
  return graph;
}

std::vector<const MachinePlan*> other_machines(const model::PlannedNetwork& network) {
  std::vector<const MachinePlan*> found;
  for (const model::PlannedNodes& row : network.machines)
    if (row.plan && std::find(found.begin(), found.end(), row.plan.get()) == found.end())
      found.push_back(row.plan.get());
  return found;
}

}  // namespace gf::platforms::cluster
