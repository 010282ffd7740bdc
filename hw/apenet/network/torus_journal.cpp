// SPDX-License-Identifier: Apache-2.0
// Reports of a switch to the hop journal and the span log.
#include <algorithm>
#include <fmt/format.h>

#include "hw/apenet/network/torus_switch.h"
#include "tlm_models/host/message_item.h"

namespace gf::hw::apenet {

using model::MessageItem;
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
  if (const core::SpanLog* const log = core::SpanLog::active())
    return journal.flow(this, part, [&] {
      const core::SpanLog::Life* const life = log->owner_of(MessageItem::packet(packet.header));
      return life == nullptr ? fmt::format("message of {}", node_) : life->name;
    });
  const std::uint32_t to = packet.header.destination;
  return journal.numbered_flow(this, part,
                               [&] { return fmt::format("message {}->{}", node_, to); });
}

void TorusSwitch::report(core::SpanLog& log, unsigned input, const TorusPacket& packet,
                         core::Ticks since) {
  const core::SpanLog::Thing item = MessageItem::packet(packet.header);
  const core::Ticks due = log.due(item);
  // A packet that was sent again comes later than it was due, and all of its way shifts
  // by that time.
  const core::Ticks again = due != 0 && packet.tail > due ? packet.tail - due : 0;
  log.add(item, "torus: links and switches", log.since(item), packet.ready - again);
  log.add(item, MessageItem::kSentAgain, packet.ready - again, packet.ready);
  log.add(item, std::string(name()) + ": packets before it", since, since, {{&inputs_[input], 0}});
  if (packet.out == Torus::kHere) {
    log.goes_on(item, std::string(name()) + ": room in the RX buffer", {{local_, 0}});
  } else {
    TorusPort& port = *ports_[packet.out];
    log.goes_on(item, std::string(port.name()) + ": link or credit",
                {{&port.tx, 0}, {&port.peer().rx, packet.credit_class}});
  }
  report_left(log, input, packet);
}

void TorusSwitch::report_left(core::SpanLog& log, unsigned input, const TorusPacket& packet) {
  const core::SpanLog::Thing item = MessageItem::packet(packet.header);
  const core::Ticks now = core::now_ticks();
  log.leaves({&inputs_[input], 0}, log.last(item));
  if (input == kLocalInput) {
    log.leaves({static_cast<const PacketSink*>(this), 0}, log.last(item));
  } else {
    const TorusPort& port = *ports_[input / kChannels];
    const core::Ticks back = std::max(now, packet.tail) + params_.link.credit_latency.get().value();
    log.leaves({&port.rx, input % kChannels},
               log.aside(item, std::string(port.name()) + ": credit comes back", now, back));
  }
  if (packet.out == Torus::kHere) return;
  const TorusPort& port = *ports_[packet.out];
  const core::Ticks span = port.tx.span(packet.wire_bytes);
  log.set_due(item, port.tx.there_at(packet.wire_bytes));
  log.leaves({&port.tx, 0},
             log.aside(item, std::string(port.name()) + ": carries a packet", now, now + span));
}

}  // namespace gf::hw::apenet
