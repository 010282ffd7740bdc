// SPDX-License-Identifier: Apache-2.0
#include "hw/apenet/tx_fifo.h"

#include <cstring>

#include "core/base/error.h"
#include "tlm_models/host/message_item.h"

namespace gf::hw::apenet {

using model::MessageItem;

TxFifo::TxFifo(const sc_core::sc_module_name& name, const TxFifoParams& params, PacketPool& pool)
    : sc_module(name),
      Quiescent(this->name()),
      params_(params),
      pool_(pool),
      entries_(params.headers),
      lines_(params.size.count() / kLineBytes),
      free_lines_(static_cast<std::uint32_t>(lines_.size())),
      lines_probe_(std::string(this->name()) + ".lines", 16, "lines of 128 B reserved or filled"),
      headers_probe_(std::string(this->name()) + ".headers", 16, "packets under assembly"),
      stats_(*this) {
  params_.validate(this->name());
  for (std::uint32_t i = 0; i + 1 < lines_.size(); ++i) lines_[i].next = i + 1;
}

TxFifo::Entry* TxFifo::open(const PacketHeader& header, std::uint32_t lines) {
  GF_CHECK(header.bytes <= kMaxPacketPayload, name());
  GF_CHECK(lines <= lines_.size(), name());
  if (!has_header() || lines > free_lines_) return nullptr;
  Entry& entry = entries_[(first_ + count_++) % entries_.size()];
  entry = Entry{};
  entry.first_line = kNoLine;
  // All lines belong to the packet from now on, though none is handed out yet. It can therefore
  // always be completed, whatever later packets take.
  entry.lines = lines;
  free_lines_ -= lines;
  entry.packet = &pool_.make();
  entry.packet->header = header;
  entry.packet->payload_bytes = header.bytes;
  entry.packet->wire_bytes = wire_bytes_of(header.bytes);
  count_most_lines();
  show_use();
  return &entry;
}

void TxFifo::count_most_lines() {
  const std::uint64_t used = lines_.size() - free_lines_;
  if (used > stats_.lines_max.value()) stats_.lines_max += used - stats_.lines_max.value();
}

void TxFifo::show_use() {
  lines_probe_.set(core::now_ticks(), lines_.size() - free_lines_);
  headers_probe_.set(core::now_ticks(), count_);
}

std::uint32_t TxFifo::reserve(Entry& entry, std::uint32_t offset) {
  GF_CHECK(entry.used < entry.lines, std::string(name()) + ": a line that was not reserved");
  const std::uint32_t number = free_line_;
  Line& line = lines_[number];
  free_line_ = line.next;
  line = {&entry, offset, entry.first_line};
  entry.first_line = number;
  ++entry.used;
  return number;
}

void TxFifo::fill(std::uint32_t number, std::uint32_t within, const std::uint8_t* data,
                  std::uint32_t bytes) {
  GF_CHECK(number < lines_.size() && lines_[number].entry != nullptr,
           std::string(name()) + ": data for line " + std::to_string(number) +
               ", which was not reserved");
  Entry& entry = *lines_[number].entry;
  const std::uint32_t offset = lines_[number].offset + within;
  TorusPacket& packet = *entry.packet;
  GF_CHECK(within + bytes <= kLineBytes && offset + bytes <= packet.header.bytes, name());
  if (data != nullptr) {
    if (packet.data == nullptr) packet.data = pool_.make_data();
    std::memcpy(packet.data + offset, data, bytes);
  }
  entry.arrived += bytes;
  if (entry.arrived < packet.header.bytes) return;
  if (core::SpanLog* const log = core::SpanLog::active())
    log->add(MessageItem::packet(packet.header), std::string(name()) + ": data come over PCIe");
  start_drain();
}

void TxFifo::cancel(Entry& entry, std::uint32_t bytes) {
  // Requested data still comes and needs its lines: the packet keeps its place until the data is
  // there, and is dropped at the exit.
  ++stats_.cancelled;
  entry.discarded = true;
  entry.packet->header.bytes = bytes;
  start_drain();
}

void TxFifo::close_empty(Entry& entry) {
  GF_CHECK(entry.packet->header.bytes == 0, name());
  start_drain();
}

void TxFifo::start_drain() {
  if (drained_at_ != core::kNever || count_ == 0) return;
  const Entry& entry = entries_[first_];
  if (entry.arrived < entry.packet->header.bytes) return;
  const core::Ticks span =
      params_.flush ? 0 : params_.drain.time_for(entry.packet->wire_bytes).value();
  drained_at_ = core::now_ticks() + span;
  if (core::SpanLog* const log = core::SpanLog::active())
    log->add(MessageItem::packet(entry.packet->header), std::string(name()) + ": to the switch",
             core::now_ticks(), drained_at_, {{this, 0}});
  wakeup_.at(drained_at_);
}

void TxFifo::drain() {
  if (drained_at_ > core::now_ticks()) {
    if (drained_at_ != core::kNever) wakeup_.at(drained_at_);
    return;
  }
  if (!hand_on()) {
    if (blocked_since_ == core::kNever) blocked_since_ = core::now_ticks();
    return;  // room_again() follows
  }
  // The output is free only here. Clients notified by hand_on() may have completed a packet, but
  // start_drain() ignored that because drained_at_ was still set.
  if (blocked_since_ != core::kNever) stats_.blocked.add_ticks(core::now_ticks() - blocked_since_);
  blocked_since_ = drained_at_ = core::kNever;
  start_drain();
}

bool TxFifo::hand_on() {
  Entry& entry = entries_[first_];
  const PacketHeader header = entry.packet->header;  // the packet may be gone after take()
  const bool sent = !entry.discarded;                // a packet that is flushed counts as sent
  if (params_.flush || entry.discarded) {
    pool_.recycle(*entry.packet);
  } else if (sink_->has_room(*this)) {
    if (core::SpanLog* const log = core::SpanLog::active()) report_room(*log, header);
    sink_->take(*entry.packet);
  } else {
    return false;
  }
  if (sent) record_sent(header);
  release(entry);
  // Both sources share the FIFO and are notified of every packet; each knows its own messages.
  for (TxFifoClient* client : clients_) {
    client->packet_left(header.message, header.last);
    client->tx_room();
  }
  return true;
}

void TxFifo::report_room(core::SpanLog& log, const PacketHeader& header) const {
  const core::SpanLog::Thing item = MessageItem::packet(header);
  log.leaves({this, 0},
             log.goes_on(item, std::string(name()) + ": room in the switch", {{sink_, 0}}));
}

void TxFifo::record_sent(const PacketHeader& header) {
  ++stats_.packets;
  stats_.bytes += header.bytes;
  if (core::SpanLog* const log = core::SpanLog::active(); log && params_.flush)
    report_flushed(*log, header);
}

void TxFifo::report_flushed(core::SpanLog& log, const PacketHeader& header) const {
  const core::SpanLog::Thing item = MessageItem::packet(header);
  log.leaves({this, 0}, log.last(item));
  if (header.last) log.ends(item, "its card had flushed it");
  log.forget(item);
}

void TxFifo::release(Entry& entry) {
  for (std::uint32_t number = entry.first_line; number != kNoLine;) {
    Line& line = lines_[number];
    const std::uint32_t next = line.next;
    line = {nullptr, 0, free_line_};
    free_line_ = number;
    number = next;
  }
  free_lines_ += entry.lines;
  entry = Entry{};
  first_ = (first_ + 1) % entries_.size();
  --count_;
  show_use();
}

void TxFifo::room_again() { wakeup_.at(core::now_ticks()); }

void TxFifo::append_waits(std::vector<core::Wait>& waits) const {
  const Entry& entry = entries_[first_];
  const bool complete = entry.arrived == entry.packet->header.bytes;
  waits.push_back({name(),
                   complete ? std::string("room in the switch")
                            : std::to_string(entry.packet->header.bytes - entry.arrived) +
                                  " B of its first packet",
                   complete ? "the switch" : "the block that fills it"});
}

}  // namespace gf::hw::apenet
