// SPDX-License-Identifier: Apache-2.0
// Reports of a switch to the hop journal and the message journal.
#include <algorithm>
#include <fmt/format.h>

#include "hw/apenet/network/torus_switch.h"
#include "tlm_models/host/message_journal.h"

namespace gf::hw::apenet {

using model::MessageItem;
using model::MessageJournal;
using model::Torus;

void TorusSwitch::report(core::HopJournal& journal, unsigned input, const TorusPacket& packet,
                         core::Ticks since, const core::StallTimes& waited) {
  core::HopJournal::Hop hop;
  hop.key = reinterpret_cast<std::uintptr_t>(&packet);
  // A flow begins where its packet is injected; a looped-back packet has only this hop.
  if (input == kLocalInput) hop.flow = flow(journal, packet);
  hop.kind = "packets";
  hop.queue = journal.queue(this, input, [&] {
    if (input == kLocalInput) return fmt::format("{}.local", name());
    return fmt::format("{}.vc{}", ports_[input / kChannels]->name(), input % kChannels);
  });
  hop.credit_class = packet.credit_class;
  hop.arrived = packet.ready;
  hop.ready = since;
  hop.start = hop.free = hop.there = core::now_ticks();
  hop.waited = waited;
  if (input == kLocalInput) {
    // The card has just put it there: no header arrives first, so hop_latency is all it takes.
    hop.source_time = params_.hop_latency.get().value();
    hop.arrived = packet.ready - hop.source_time;
  }
  if (packet.out == Torus::kHere) {
    hop.link = journal.link(this, 0, [&] { return fmt::format("{} to the card", name()); });
    journal.leaves(hop);
    journal.packet_ends(hop.key, hop.there);
    return;
  }
  const link::Transmitter& tx = ports_[packet.out]->tx;
  hop.link = tx.number(journal);
  hop.free = hop.start + tx.span(packet.wire_bytes);
  hop.there = tx.there_at(packet.wire_bytes);
  journal.leaves(hop);
}

core::HopJournal::Number TorusSwitch::flow(core::HopJournal& journal,
                                           const TorusPacket& packet) const {
  const auto part = static_cast<unsigned>(packet.header.message);
  // Both journals use the same name.
  if (const MessageJournal* const messages = MessageJournal::active())
    return journal.flow(this, part, [&] { return messages->name(node_, packet.header.message); });
  const std::uint32_t to = packet.header.destination;
  return journal.numbered_flow(this, part,
                               [&] { return fmt::format("message {}->{}", node_, to); });
}

void TorusSwitch::report(MessageJournal& journal, unsigned input, const TorusPacket& packet,
                         core::Ticks since) {
  const MessageItem item = MessageItem::packet(packet.header);
  const core::Ticks due = journal.due(item);
  // A packet that was sent again comes later than it was due, and all of its way shifts
  // by that time.
  const core::Ticks again = due != 0 && packet.tail > due ? packet.tail - due : 0;
  journal.add(item, "torus: links and switches", journal.since(item), packet.ready - again);
  journal.add(item, MessageJournal::kSentAgain, packet.ready - again, packet.ready);
  journal.add(item, std::string(name()) + ": packets before it", since, since,
              {{&inputs_[input], 0}});
  if (packet.out == Torus::kHere) {
    journal.goes_on(item, std::string(name()) + ": room in the RX buffer", {{local_, 0}});
  } else {
    TorusPort& port = *ports_[packet.out];
    journal.goes_on(item, std::string(port.name()) + ": link or credit",
                    {{&port.tx, 0}, {&port.peer().rx, packet.credit_class}});
  }
  report_left(journal, input, packet);
}

void TorusSwitch::report_left(MessageJournal& journal, unsigned input, const TorusPacket& packet) {
  const MessageItem item = MessageItem::packet(packet.header);
  const core::Ticks now = core::now_ticks();
  journal.leaves({&inputs_[input], 0}, journal.last(item));
  if (input == kLocalInput) {
    journal.leaves({static_cast<const PacketSink*>(this), 0}, journal.last(item));
  } else {
    const TorusPort& port = *ports_[input / kChannels];
    const core::Ticks back = std::max(now, packet.tail) + params_.link.credit_latency.get().value();
    journal.leaves(
        {&port.rx, input % kChannels},
        journal.aside(item, std::string(port.name()) + ": credit comes back", now, back));
  }
  if (packet.out == Torus::kHere) return;
  const TorusPort& port = *ports_[packet.out];
  const core::Ticks span = port.tx.span(packet.wire_bytes);
  journal.due(item, port.tx.there_at(packet.wire_bytes));
  journal.leaves({&port.tx, 0}, journal.aside(item, std::string(port.name()) + ": carries a packet",
                                              now, now + span));
}

}  // namespace gf::hw::apenet
