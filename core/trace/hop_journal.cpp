// SPDX-License-Identifier: Apache-2.0
#include "core/trace/hop_journal.h"

#include <fmt/format.h>

#include "core/base/error.h"

namespace gf::core {

HopJournal::Number HopJournal::begin_flow(const void* owner, unsigned part, const std::string& name,
                                          Ticks at) {
  flows_.forget({owner, part});  // the record of an earlier one may have been at this address
  const Number flow = numbered_flow(owner, part, [&] { return name; });
  sink_.flow_begins(flow, at);
  return flow;
}

void HopJournal::leaves(Hop hop) {
  GF_CHECK(hop.arrived <= hop.ready && hop.ready <= hop.start && hop.start <= hop.free,
           fmt::format("a packet leaves {} before it is there", queue_name(hop.queue)));
  const auto [place, is_new] = under_way_.try_emplace(hop.key);
  Packet& packet = place->second;
  if (is_new && hop.whole != 0) {
    packet = under_way_.at(hop.whole);
    // The head has gone before it, and the flit begins now.
    if (hop.follows) packet = {packet.flow, packet.number, 0, 0};
  } else if (is_new) {
    packet.flow = hop.flow != kNone ? hop.flow : flow_of_queue(hop);
    if (packets_.size() <= packet.flow) packets_.resize(packet.flow + 1);
    packet.number = ++packets_[packet.flow];
  }
  hop.flow = packet.flow;
  hop.number = packet.number;
  hop.place = packet.hops++;
  GF_CHECK(hop.arrived >= packet.left,
           fmt::format("a packet of {} arrives at {} before it has left the queue before",
                       flow_name(packet.flow), queue_name(hop.queue)));
  packet.left = hop.start;
  sink_.leaves(hop);
}

HopJournal::Number HopJournal::flow_of_queue(const Hop& hop) {
  // The queue has its own number, which identifies the flow that starts there.
  return flow(&queues_, hop.queue,
              [&] { return fmt::format("{} of {}", hop.kind, queue_name(hop.queue)); });
}

void HopJournal::packet_ends(std::uint64_t key, Ticks at) {
  under_way_.erase(key);
  sink_.packet_ends(key, at);
}

}  // namespace gf::core
