// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/topology/network/dragonfly.h"

#include <fmt/format.h>

#include "core/base/error.h"

namespace gf::model {
namespace {

unsigned cube_root(unsigned n) {
  unsigned root = 1;
  while (root * root * root < n) ++root;
  return root;
}

}  // namespace

void DragonflyParams::validate() const {
  core::ParamGroup::validate("dragonfly");
  const auto fail = [](const char* field, unsigned value, const std::string& legal,
                       const char* hint) {
    core::fail_config("dragonfly", field, std::to_string(value), legal, hint);
  };
  const unsigned channels = a * h;
  if (groups() < 2 || groups() > channels + 1) {
    fail("g", g, fmt::format("2 ... a h + 1 = {}, or 0", channels + 1),
         "every two groups need a channel: lower g or raise a or h");
  }
  if (group == "neighbours" && a % 2 != 0)
    fail("a", a, "an even number", "group = neighbours pairs the routers of a group");
  if (group == "cube" && cube_root(a) * cube_root(a) * cube_root(a) != a)
    fail("a", a, "8, 27 or 64", "group = cube has three equal dimensions");
  const unsigned local = group == "cube" ? 3 * (cube_root(a) - 1) : a - 1;
  if (p + local + h > RouterGraph::kMostPorts) {
    core::fail_config("dragonfly", "p + local + h", std::to_string(p + local + h),
                      fmt::format("at most {} ports per router", RouterGraph::kMostPorts),
                      "lower p, a or h");
  }
}

JoinedDimensions Dragonfly::joined(const DragonflyParams& params) {
  params.validate();
  const unsigned a = params.a;
  const auto size = [](unsigned routers, unsigned channels = 1) {
    return JoinedDimensions::Dimension{routers, channels, ChannelType::kLocal};
  };
  if (params.group == "neighbours") return {{size(2, a / 2), size(a / 2)}, params.p};
  if (params.group == "full") return {{size(a)}, params.p};
  return {{size(cube_root(a)), size(cube_root(a)), size(cube_root(a))}, params.p};
}

Dragonfly::Dragonfly(const DragonflyParams& params)
    : params_(params),
      groups_(params.groups()),
      group_(joined(params)),
      first_global_(params.p + group_.ports()),
      by_routers_(params.a),
      by_nodes_(params.a * params.p),
      graph_(groups_ * params.a, first_global_ + params.h, params.p) {
  for (unsigned group = 0; group < groups(); ++group) group_.wire(graph_, group * params.a);
  wire_globals();
}

void Dragonfly::wire_globals() {
  for (unsigned group = 0; group < groups(); ++group) {
    const std::vector<unsigned> targets = global_targets(params_, group);
    std::vector<std::vector<Exit>> by_target(groups());
    for (unsigned channel = 0; channel < targets.size(); ++channel) {
      // A channel to its own group is one left over after all pairs of groups; it stays
      // unconnected.
      if (targets[channel] == group) continue;
      by_target[targets[channel]].push_back(
          {group * params_.a + channel / params_.h, first_global_ + channel % params_.h});
    }
    for (const std::vector<Exit>& to : by_target) {
      first_exit_.push_back(static_cast<std::uint32_t>(exits_.size()));
      exits_.insert(exits_.end(), to.begin(), to.end());
    }
  }
  first_exit_.push_back(static_cast<std::uint32_t>(exits_.size()));
  // The k-th channel from one group to another and the k-th channel back are the two directions of
  // one channel.
  for (unsigned group = 0; group < groups(); ++group) {
    for (unsigned peer = group + 1; peer < groups(); ++peer) {
      const Exits out = exits(group, peer);
      const Exits back = exits(peer, group);
      GF_CHECK(!out.empty() && out.size() == back.size(), fmt::format("groups {} {}", group, peer));
      for (std::size_t k = 0; k < out.size(); ++k) {
        graph_.connect(out[k].router, out[k].port, back[k].router, back[k].port,
                       ChannelType::kGlobal);
      }
    }
  }
}

const Dragonfly::Exit& Dragonfly::exit(unsigned router, unsigned to, unsigned salt) const {
  const Exits all = exits(group_of(router), to);
  if (all.size() == 1) return all[0];
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Exit& candidate = all[(i + salt) % all.size()];
    // An exit of this router saves a local channel. The salt sets the start of the search for each
    // destination, so that equal exits share the load and a pair keeps to one route.
    if (candidate.router == router) return candidate;
  }
  return all[salt % all.size()];
}

unsigned Dragonfly::minimal_hops(unsigned router, unsigned dst, unsigned salt) const {
  const unsigned last = graph_.router_of(dst);
  const unsigned target = group_of(last);
  if (group_of(router) == target) return local_hops(router, last);
  const Exit& way = exit(router, target, salt);
  const unsigned entry = graph_.port(way.router, way.port).peer;
  return local_hops(router, way.router) + 1 + local_hops(entry, last);
}

}  // namespace gf::model
