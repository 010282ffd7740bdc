// SPDX-License-Identifier: Apache-2.0
#include "hw/router/nodes_journal.h"

#include <algorithm>
#include <fmt/format.h>

namespace gf::hw::router {

using core::HopJournal;

NodesJournal::NodesJournal(Nodes& nodes)
    : owner_(nodes), period_(nodes.clock_.period()), nodes_(nodes.nodes_.size()) {}

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
    const Block block = why_not(index, vc);
    nodes_[index].blocked(now, {}, block, period_);
    if (block.cause == nullptr) leaves(index, vc, now);
  }
}

/// The same test as in Nodes::send_flit(), once the channel is free.
Block NodesJournal::why_not(unsigned index, unsigned vc) const {
  const OutputPort& output = owner_.nodes_[index].output;
  if (output.has_credit(vc, 1)) return {};
  return {kNoCreditCause, HopJournal::kNone,
          output.sink().journal_end()->buffer(output.sink_port(), vc)};
}

void NodesJournal::leaves(unsigned index, unsigned vc, core::Cycle now) {
  HopJournal& journal = *HopJournal::active();
  Node& node = nodes_[index];
  const auto& packet = owner_.nodes_[index].queue.front();
  OutputPort& output = owner_.nodes_[index].output;
  if (!packet.middle) {
    ++node.packets;
    node.flit = 0;
  }
  const std::uint64_t number = (std::uint64_t{owner_.first_ + index} << 32) + node.packets;
  const FlitNote note{number * FlitNote::kFlits + node.flit++, flow(journal, index)};
  HopJournal::Hop hop;
  hop.key = note.key;
  hop.whole = note.head() ? 0 : note.packet();
  hop.follows = !note.head();
  hop.flow = note.flow;
  hop.kind = packet.reply ? "replies" : "packets";
  hop.counts = packet.measured && !packet.reply;
  hop.queue = journal.queue(&output, 0,
                            [&] { return fmt::format("node_{}.source", owner_.first_ + index); });
  hop.link = journal.link(&output, 0, [&] {
    return fmt::format("node_{} to {}", owner_.first_ + index,
                       output.sink().journal_end()->title(output.sink_port()));
  });
  hop.credit_class = static_cast<std::uint8_t>(vc);
  const core::Cycle made = node.made.front();
  hop.arrived = made * period_;
  hop.source_time = period_;
  hop.ready = std::max(made + 1, node.since()) * period_;
  hop.start = now * period_;
  const std::vector<HopJournal::Wait> waits = node.leaves(now, now, period_);
  hop.waits = &waits;
  journal.first_leaves(hop);
  hop.free = (now + output.flit_cycles()) * period_;
  hop.there = (now + output.latency()) * period_;
  report(journal, hop, waits);
  output.sink().journal_end()->note_comes(output.sink_port(), vc, note, packet.flits == 1,
                                          now + output.latency());
  if (packet.flits == 1) node.made.pop_front();
  node.first_from(now + output.flit_cycles());
}

void NodesJournal::note_comes(unsigned, unsigned, const FlitNote& note, bool tail, core::Cycle at) {
  HopJournal& journal = *HopJournal::active();
  if (!note.head()) journal.flit_ends(note.key);
  if (tail) journal.packet_ends(note.packet(), at * period_);
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
