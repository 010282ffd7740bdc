// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/topology/dragonfly.h"

#include <fmt/format.h>

#include "core/error.h"

namespace gf::model {
namespace {

constexpr unsigned kMostPorts = 64;  ///< Masks of the router's allocators have 64 bits.

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
  if (p + local + h > kMostPorts) {
    core::fail_config("dragonfly", "p + local + h", std::to_string(p + local + h),
                      fmt::format("at most {} ports per router", kMostPorts), "lower p, a or h");
  }
}

std::array<Dragonfly::Dimension, Dragonfly::kDimensions> Dragonfly::dimensions(
    const DragonflyParams& params) {
  params.validate();
  std::array<Dimension, kDimensions> all{};
  if (params.group == "neighbours") {
    all[0] = {2, params.a / 2, 0, 1};
    all[1] = {params.a / 2, 1, 0, 2};
  } else if (params.group == "cube") {
    const unsigned size = cube_root(params.a);
    for (unsigned d = 0, stride = 1; d < kDimensions; ++d, stride *= size)
      all[d] = {size, 1, 0, stride};
  } else {
    all[0] = {params.a, 1, 0, 1};
  }
  unsigned port = params.p;
  for (Dimension& dimension : all) {
    dimension.first_port = port;
    port += (dimension.size - 1) * dimension.channels;
    for (unsigned router = 0; router < params.a; ++router)
      dimension.coordinates[router] =
          static_cast<std::uint8_t>(router / dimension.stride % dimension.size);
  }
  return all;
}

unsigned Dragonfly::local_port_count(const std::array<Dimension, kDimensions>& dimensions) {
  unsigned ports = 0;
  for (const Dimension& d : dimensions) ports += (d.size - 1) * d.channels;
  return ports;
}

Dragonfly::Dragonfly(const DragonflyParams& params)
    : params_(params),
      dimensions_(dimensions(params)),
      first_global_(params.p + local_port_count(dimensions_)),
      by_routers_(params.a),
      by_nodes_(params.a * params.p),
      graph_(params.groups() * params.a, first_global_ + params.h, params.p) {
  wire_groups();
  wire_globals();
}

void Dragonfly::wire_groups() {
  for (unsigned router = 0; router < graph_.routers(); ++router) {
    for (const Dimension& d : dimensions_) {
      const unsigned here = coordinate(router, d);
      for (unsigned there = here + 1; there < d.size; ++there) {
        const unsigned peer = router + (there - here) * d.stride;
        for (unsigned k = 0; k < d.channels; ++k) {
          graph_.connect(router, d.first_port + (there - 1) * d.channels + k, peer,
                         d.first_port + here * d.channels + k, ChannelType::kLocal);
        }
      }
    }
  }
}

void Dragonfly::wire_globals() {
  for (unsigned group = 0; group < groups(); ++group) {
    const std::vector<unsigned> targets = global_targets(params_, group);
    std::vector<std::vector<Exit>> by_target(groups());
    for (unsigned channel = 0; channel < targets.size(); ++channel) {
      // A channel that leads to its own group is one that no pair of groups gets: it stays
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
  // The k-th channel from one group to another and the k-th back are the two directions of one.
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

unsigned Dragonfly::local_port(unsigned router, unsigned to, unsigned salt) const {
  for (const Dimension& d : dimensions_) {
    const unsigned here = coordinate(router, d);
    const unsigned there = coordinate(to, d);
    if (here == there) continue;
    const unsigned position = there < here ? there : there - 1;
    return d.first_port + position * d.channels + (d.channels == 1 ? 0 : salt % d.channels);
  }
  core::fail_check("router != to", __FILE__, __LINE__, std::to_string(router));
}

unsigned Dragonfly::local_hops(unsigned router, unsigned to) const {
  unsigned hops = 0;
  for (const Dimension& d : dimensions_) hops += coordinate(router, d) != coordinate(to, d) ? 1 : 0;
  return hops;
}

const Dragonfly::Exit& Dragonfly::exit(unsigned router, unsigned to, unsigned salt) const {
  const Exits all = exits(group_of(router), to);
  if (all.size() == 1) return all[0];
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Exit& candidate = all[(i + salt) % all.size()];
    // An exit of this router saves a local channel; the salt starts the search elsewhere for each
    // destination, so that equal exits share the load and a pair keeps to one way.
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
