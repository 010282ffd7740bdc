// SPDX-License-Identifier: Apache-2.0
#include "hw/router/nodes_journal.h"

#include <algorithm>
#include <fmt/format.h>

namespace gf::hw::router {

using core::HopJournal;

NodesJournal::NodesJournal(Nodes& nodes) : SinkJournal(nodes.clock_.period()), owner_(nodes) {
  nodes_.reserve(nodes.nodes_.size());
  for (auto& node : nodes.nodes_) {
    const std::string name = fmt::format("node_{}", owner_.first_ + nodes_.size());
    nodes_.emplace_back(node.output, period_, name, name + ".source");
  }
}

void NodesJournal::before(core::Cycle now) {
  for (unsigned index = 0; index < nodes_.size(); ++index) {
    const auto& queue = owner_.nodes_[index].queue;
    // Packets generated since the last call; nodes are called one cycle after a birth. A reply has
    // the birth of its request, so use the previous cycle for it.
    while (nodes_[index].made.size() < queue.size()) {
      const auto& packet = queue[nodes_[index].made.size()];
      nodes_[index].made.push_back(packet.reply ? now - 1 : packet.birth);
    }
    if (queue.empty() || nodes_[index].made.front() >= now) continue;
    // The channel still carries the node's previous flit: the queue moves at the channel's pace.
    if (now < nodes_[index].since()) continue;
    const unsigned vc = queue.front().dst % owner_.vcs_;
    // Nodes::send_flit() makes this test too, once the channel is free.
    const Block block = nodes_[index].why_not(vc);
    nodes_[index].blocked(now, {}, block, period_);
    if (block.cause == nullptr) leaves(index, vc, now);
  }
}

void NodesJournal::leaves(unsigned index, unsigned vc, core::Cycle now) {
  Node& node = nodes_[index];
  const auto& packet = owner_.nodes_[index].queue.front();
  const core::Cycle made = node.made.front();
  HopJournal::Hop hop;
  hop.flow = flow(*HopJournal::active(), index);
  hop.kind = packet.reply ? "replies" : "packets";
  hop.counts = packet.measured && !packet.reply;
  hop.credit_class = static_cast<std::uint8_t>(vc);
  hop.arrived = made * period_;
  hop.source_time = period_;
  hop.ready = std::max(made + 1, node.since()) * period_;
  const bool tail = packet.flits == 1;
  node.send_note(node.sends(hop, owner_.first_ + index, !packet.middle, now), vc, tail, now);
  if (tail) node.made.pop_front();
}

HopJournal::Number NodesJournal::flow(HopJournal& journal, unsigned index) const {
  const auto& packet = owner_.nodes_[index].queue.front();
  // Even numbers are requests, odd ones replies.
  return journal.flow(&owner_.nodes_[index], packet.dst * 2 + (packet.reply ? 1 : 0), [&] {
    return fmt::format("{} {}->{}", packet.reply ? "replies" : "flow", owner_.first_ + index,
                       packet.dst);
  });
}

std::string NodesJournal::title(unsigned port) const {
  return fmt::format("node {}", owner_.first_ + port);
}

}  // namespace gf::hw::router
