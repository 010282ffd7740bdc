// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/topology/nvlink/nvlink_graph.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/error.h"

namespace gf::model {

NvlinkGraph::NvlinkGraph(unsigned gpus) : gpus_(gpus) {
  nodes_.reserve(gpus);
  for (unsigned g = 0; g < gpus; ++g)
    nodes_.push_back({fmt::format("gpu_{}", g), false, 0, "", {}, {}});
}

unsigned NvlinkGraph::add_switch(const std::string& name, unsigned level) {
  if (find(name))
    core::fail_config("nvlink", "switch", name, "a name of its own", "another node has this one");
  nodes_.push_back({name, true, level, "", {}, {}});
  return nodes() - 1;
}

void NvlinkGraph::join(unsigned first, unsigned second, unsigned count, const NvlinkLanes& lanes) {
  const std::string pair = fmt::format("node {} to node {}", first, second);
  if (first == second || std::max(first, second) >= nodes())
    core::fail_config("nvlink", "link", pair, fmt::format("two of the {} nodes", nodes()),
                      "add a switch before its links");
  if (count == 0 || lanes.lanes < 2)
    core::fail_config("nvlink", "link", fmt::format("{}: {} of {} lanes", pair, count, lanes.lanes),
                      "at least one link of at least two lanes",
                      "each direction of a link needs a lane");
  for (unsigned i = 0; i < count; ++i) {
    const auto number = static_cast<unsigned>(links_.size());
    links_.push_back({{first, ports(first)}, {second, ports(second)}, lanes});
    nodes_[first].links.push_back(number);
    nodes_[second].links.push_back(number);
  }
}

void NvlinkGraph::relay(unsigned from, unsigned to, unsigned by) {
  const std::string text = fmt::format("gpu_{} to gpu_{} via gpu_{}", from, to, by);
  if (std::max({from, to, by}) >= gpus_ || from == to || from == by || to == by)
    core::fail_config("nvlink", "relay", text,
                      fmt::format("three different GPUs of gpu_0 ... gpu_{}", gpus_ - 1),
                      "a relay is a GPU between two others");
  for (const Relay& known : relays_) {
    if (known.from == from && known.to == to)
      core::fail_config("nvlink", "relay", text, "one relay for a pair of GPUs",
                        fmt::format("gpu_{} already relays for this pair", known.by));
  }
  relays_.push_back({from, to, by});
}

const NvlinkGraph::End& NvlinkGraph::peer(unsigned node, unsigned port) const {
  return link(node, port).other(node);
}

std::vector<unsigned> NvlinkGraph::ports_to(unsigned node, unsigned peer) const {
  std::vector<unsigned> found;
  for (unsigned port = 0; port < ports(node); ++port)
    if (this->peer(node, port).node == peer) found.push_back(port);
  return found;
}

bool NvlinkGraph::relays_at(unsigned gpu) const {
  return std::any_of(relays_.begin(), relays_.end(),
                     [&](const Relay& relay) { return relay.by == gpu; });
}

std::optional<unsigned> NvlinkGraph::find(const std::string& name) const {
  for (unsigned n = 0; n < nodes(); ++n)
    if (nodes_[n].name == name) return n;
  return {};
}

core::ByteRate NvlinkGraph::rate_of(unsigned node) const {
  double rate = 0;
  for (const unsigned link : nodes_[node].links)
    rate += links_[link].lanes.direction().bytes_per_second();
  return core::ByteRate(rate);
}

}  // namespace gf::model
