// SPDX-License-Identifier: Apache-2.0
// Packets that an end receives, messages to its peer, and the registers that its controller reads.
#include <algorithm>
#include <string>

#include "hw/nvlink/end/link_end.h"

namespace gf::hw::nvlink {

using core::Ticks;

void LinkEnd::on_packet(model::Packet& packet, Ticks, Ticks tail_at) {
  auto& nvlink = static_cast<NvlinkPacket&>(packet);
  controller.active();
  peer_queued_bytes_ = std::uint64_t{nvlink.queued} * kFlitBytes;
  if (nvlink.type != PacketType::kControl) {
    client_.on_packet(number_, nvlink, tail_at);
    return;
  }
  nvlink.ready = tail_at;
  heard_.push(nvlink);
  control_wakeup_.at(heard_.front()->ready);
}

void LinkEnd::handle_control() {
  const Ticks now = core::now_ticks();
  while (!heard_.empty() && heard_.front()->ready <= now) {
    NvlinkPacket& packet = heard_.pop();
    const TurnMessage message = packet.turn;
    rx.release(kControl, packet.cost, now);
    packet_ends(packet, now);
    pool_.recycle(packet);
    turns.received(message);
  }
  if (!heard_.empty()) control_wakeup_.at(heard_.front()->ready);
}

void LinkEnd::send_turn(const TurnMessage& message) {
  NvlinkPacket& packet = pool_.make();
  packet.turn = message;
  packet.ready = core::now_ticks();
  finish(packet);
  control_.push(packet);
  if (!serving_) serve_at(core::now_ticks());
}

void LinkEnd::hold(bool held) {
  const Ticks now = core::now_ticks();
  if (held == held_) return;
  held_ = held;
  if (held) {
    held_since_ = now;
    return;
  }
  // A hold during which no packet waited has cost nothing: neither waiting time nor busy time.
  if (slots_.occupied() == 0) return;
  if (core::HopJournal* const journal = core::HopJournal::active())
    journal->link_lost(tx.number(*journal), held_since_, now, core::StallCause::kLaneTurning);
  slots_.lanes_turned(now - held_since_);
  held_total_ += now - held_since_;
  serve_at(now);
}

DirectionRegisters LinkEnd::out_registers() const {
  const Ticks now = core::now_ticks();
  // A held direction with waiting packets counts as busy, because otherwise a turn would look like
  // spare bandwidth. Packets on the lanes when the hold began count twice; LinkController limits
  // the result.
  Ticks busy = tx.busy_until(now) + held_total_;
  if (held_ && slots_.occupied() > 0) busy += now - held_since_;
  return {busy, tx.stats().wire_bytes.value(), queued_bytes_};
}

DirectionRegisters LinkEnd::in_registers() const {
  // Busy time and bytes are what this end's PHYs see. The peer's queue is known only from its last
  // header.
  DirectionRegisters registers = peer_->out_registers();
  registers.queued_bytes = peer_queued_bytes_;
  return registers;
}

unsigned LinkEnd::debug_access(tlm::tlm_generic_payload& access) {
  return client_.debug_access(number_, access);
}

void LinkEnd::report_control(core::HopJournal& journal, const NvlinkPacket& packet) {
  const std::size_t queue = first_since_.size() - 1;
  core::StallTimes waited;
  waited.add(core::StallCause::kLinkBusy,
             core::now_ticks() - std::max(packet.ready, first_since_[queue]));
  report(journal, queue, packet, waited);
}

void LinkEnd::report(core::HopJournal& journal, std::size_t queue, const NvlinkPacket& packet,
                     const core::StallTimes& waited) {
  const Ticks now = core::now_ticks();
  const auto input = static_cast<unsigned>(queue / kDataClasses);
  core::HopJournal::Hop hop;
  hop.key = reinterpret_cast<std::uintptr_t>(&packet);
  hop.flow =
      packet.type == PacketType::kControl
          ? journal.flow(this, 0, [this] { return "lane control of " + std::string(name()); })
          : flow_number(journal, packet);
  hop.kind = kind_of(packet.type);
  hop.queue = journal.queue(this, static_cast<unsigned>(queue), [&] {
    return packet.type == PacketType::kControl ? std::string(name()) + ".control"
                                               : client_.place(number_, input);
  });
  hop.link = tx.number(journal);
  hop.credit_class = packet.credit_class;
  hop.source_time = packet.origin.latency;
  hop.arrived =
      packet.origin.since == 0 ? packet.ready : std::min(packet.origin.since, packet.ready);
  hop.ready = std::max(packet.ready, first_since_[queue]);
  hop.start = now;
  hop.free = now + tx.span(packet.wire_bytes);
  hop.there = tx.there_at(packet.wire_bytes);
  hop.waited = waited;
  // The statistics count from the time at which the packet could have left. Time behind packets of
  // its own queue counts as waiting for a busy link, whichever packets used it.
  for (const auto busy : {core::StallCause::kLinkBusy, core::StallCause::kArbitrationLost}) {
    auto& span = hop.waited.ticks[static_cast<std::size_t>(busy)];
    span -= std::min<std::uint64_t>(span, hop.ready - packet.ready);
  }
  first_since_[queue] = now;
  journal.leaves(hop);
}

void LinkEnd::append_waits(std::vector<core::Wait>& waits) const {
  slots_.append_waits(waits, name(), {"request", "response"},
                      held_ ? ", or for the end of a turn" : "");
  if (!control_.empty()) waits.push_back({name(), "control credit", tx.peer()});
}

}  // namespace gf::hw::nvlink
