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

double cap_of(const Group& group, std::size_t inputs, bool any_root, const DownstreamPort& port) {
  if (inputs == 1) return port.of_root_complex ? 1 - port.tau : 1;
  const double fair = 1.0 / static_cast<double>(inputs);
  if (!any_root) return fair;
  return group.crosses_root ? std::max(fair - port.tau, port.least_share) : fair + port.tau;
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
  bool any_root = false;
  for (const PortFlow& flow : flows) {
    Group& group = group_for(groups, flow.input);
    group.incoming += flow.factor;
    group.crosses_root = group.crosses_root || flow.crosses_root;
    any_root = any_root || flow.crosses_root;
  }
  for (PortFlow& flow : flows) {
    const Group& group = group_for(groups, flow.input);
    const double cap = cap_of(group, groups.size(), any_root, port);
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
  if (others == 0) return;
  for (RaiseFlow& flow : flows) {
    if (flow.blocked) {
      flow.factor = std::min(flow.factor, flow.limit);
    } else {
      flow.factor += freed / others;
    }
  }
}

}  // namespace gf::model
