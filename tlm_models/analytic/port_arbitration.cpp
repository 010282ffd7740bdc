// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/analytic/port_arbitration.h"

#include <algorithm>

namespace gf::model {
namespace {

/// A super communication.
struct Group {
  unsigned input;
  double incoming;  ///< R: the sum of its members' factors.
  bool crosses_root;
};

Group& group_for(std::vector<Group>& groups, unsigned input) {
  for (Group& group : groups)
    if (group.input == input) return group;
  return groups.emplace_back(Group{input, 0, false});
}

/// Caps of super communications at one downstream port.
struct Caps {
  double root;    ///< Cap of super communications that cross the root complex.
  double others;  ///< Cap of the other super communications.
};

Caps caps_at(const std::vector<Group>& groups, const DownstreamPort& port) {
  const auto inputs = static_cast<double>(groups.size());
  if (groups.size() == 1) return {port.of_root_complex ? 1 - port.tau : 1, 1};
  const double fair = 1 / inputs;
  const auto roots = static_cast<double>(std::count_if(
      groups.begin(), groups.end(), [](const Group& group) { return group.crosses_root; }));
  const double root = std::max(fair - port.tau, std::min(fair, port.least_share));
  // With three or more inputs, 1/n + tau for each of the others could exceed the port, against (4).
  const double freed = roots < inputs ? roots * (fair - root) / (inputs - roots) : 0;
  return {root, fair + std::min(port.tau, freed)};
}

}  // namespace

void arbitrate_upstream(std::vector<PortFlow>& flows) {
  double sum = 0;
  for (const PortFlow& flow : flows) sum += flow.factor;
  if (sum <= 1) return;
  for (PortFlow& flow : flows) flow.factor /= sum;
}

void arbitrate_downstream(std::vector<PortFlow>& flows, const DownstreamPort& port) {
  std::vector<Group> groups;
  for (const PortFlow& flow : flows) {
    Group& group = group_for(groups, flow.input);
    group.incoming += flow.factor;
    group.crosses_root = group.crosses_root || flow.crosses_root;
  }
  const Caps caps = caps_at(groups, port);
  for (PortFlow& flow : flows) {
    const Group& group = group_for(groups, flow.input);
    const double cap = group.crosses_root ? caps.root : caps.others;
    if (group.incoming > cap) flow.factor *= cap / group.incoming;
  }
}

void block_head_of_line(std::vector<HolFlow>& flows) {
  double least = 1;
  for (const HolFlow& flow : flows)
    if (flow.lowered_later) least = std::min(least, flow.factor);
  for (HolFlow& flow : flows) {
    if (least >= flow.factor) continue;
    flow.factor = least;
    flow.blocked = true;
  }
}

void raise_unblocked(std::vector<RaiseFlow>& flows) {
  double freed = 0;
  unsigned others = 0;
  for (const RaiseFlow& flow : flows) {
    if (flow.blocked) {
      freed += flow.factor - std::min(flow.factor, flow.limit);
    } else {
      ++others;
    }
  }
  for (RaiseFlow& flow : flows) {
    if (flow.blocked) {
      flow.factor = std::min(flow.factor, flow.limit);
    } else {
      flow.factor += freed / others;
    }
  }
}

}  // namespace gf::model
