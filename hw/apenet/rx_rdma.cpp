// SPDX-License-Identifier: Apache-2.0
#include "hw/apenet/rx_rdma.h"

#include <algorithm>

#include "core/base/error.h"
#include "tlm_models/host/message_item.h"

namespace gf::hw::apenet {

using model::MessageItem;

namespace {

/// Returns the event's item in a span log; empty unless a message was received.
core::SpanLog::Thing item_of(const Event& event) {
  return event.kind == EventKind::kReceived ? MessageItem::event(event.source, event.message)
                                            : core::SpanLog::Thing{};
}

}  // namespace

RxRdma::RxRdma(const sc_core::sc_module_name& name, const RxRdmaParams& params,
               core::Bytes max_payload, pcie::DevicePort& port, PacketPool& pool)
    : sc_module(name),
      Quiescent(this->name()),
      params_(params),
      max_payload_(max_payload),
      port_(port),
      pool_(pool),
      input_(port.add_source(*this)),
      held_probe_(std::string(this->name()) + ".packets", 16, "packets in the RX buffer"),
      stats_(*this) {
  params_.validate(this->name());
}

bool RxRdma::has_room(RoomClient& client) {
  if (held_ < params_.packets) return true;
  // Each client is listed once, in the order of asking: a freed place wakes one of them. A refused
  // client may ask again for reasons of its own, which does not count.
  if (std::find(refused_.begin(), refused_.end(), &client) == refused_.end()) {
    ++stats_.refused;
    refused_.push_back(&client);
  }
  return false;
}

void RxRdma::take(TorusPacket& packet) {
  GF_CHECK(held_ < params_.packets, std::string(name()) + ": a packet without a place");
  ++held_;
  ++stats_.packets;
  held_probe_.set(core::now_ticks(), held_);
  client_->packet_received(packet);
}

void RxRdma::report_room(core::SpanLog& log, const TorusPacket& packet) const {
  const core::SpanLog::Thing item = MessageItem::packet(packet.header);
  log.leaves({static_cast<const PacketSink*>(this), 0}, log.last(item));
  log.forget(item);
}

void RxRdma::free_place(TorusPacket& packet) {
  if (core::SpanLog* const log = core::SpanLog::active()) report_room(*log, packet);
  pool_.recycle(packet);
  --held_;
  held_probe_.set(core::now_ticks(), held_);
  if (refused_.empty()) return;
  RoomClient* const client = refused_.front();
  refused_.pop_front();
  client->room_again();
}

void RxRdma::drop(TorusPacket& packet) {
  ++stats_.dropped;
  free_place(packet);
}

void RxRdma::write(TorusPacket& packet, const Scatter& to) {
  GF_CHECK(to.span[0].bytes + to.span[1].bytes == packet.header.bytes, name());
  // Without payload there is no write whose departure would free the place.
  if (packet.header.bytes == 0) {
    free_place(packet);
    return;
  }
  Command command;
  command.packet = &packet;
  command.to = to;
  add(command);
}

void RxRdma::write_event(const Event& event) {
  GF_CHECK(event_client_ != nullptr, std::string(name()) + ": no event queue");
  Command command;
  command.event = event;
  if (core::SpanLog* const log = core::SpanLog::active()) log->commanded(this, item_of(event));
  add(command);
}

void RxRdma::add(const Command& command) {
  commands_.push(command);
  if (next_ == nullptr) offer_next();
}

void RxRdma::offer_next() {
  if (commands_.empty()) return;
  Command& command = commands_.front();
  if (command.packet == nullptr) {
    next_ = &make_event_write(command.event);
    // Both are posted writes of one input: the GPU sees the window move before the data come.
  } else if (command.to.page_register != 0 && !window_moved_) {
    next_ = &make_window_write(command);
  } else {
    next_ = &make_data_write(command);
  }
  next_->requester = port_.id();
  next_->ready = next_->arrived = core::now_ticks();
  port_.egress.offer(input_, *next_);
}

pcie::Tlp& RxRdma::make_event_write(const Event& event) {
  pcie::Tlp& tlp = port_.pool().make();
  // The event queue is a ring of 1,024 entries in host memory.
  tlp.address = event_queue_ + stats_.events.value() % 1024 * kEventBytes;
  tlp.posted_client = this;  // the program reads it when it is in host memory, not when it leaves
  pcie::finish(tlp, kEventBytes);
  ++stats_.events;
  written_.push(event);
  return tlp;
}

pcie::Tlp& RxRdma::make_window_write(const Command& command) {
  pcie::Tlp& tlp = port_.pool().make();
  tlp.address = command.to.page_register;
  const std::uint64_t frame = command.to.frame[span_];
  tlp.data = port_.pool().copy_data(reinterpret_cast<const std::uint8_t*>(&frame), sizeof frame);
  pcie::finish(tlp, sizeof frame);
  return tlp;
}

pcie::Tlp& RxRdma::make_data_write(Command& command) {
  const Span& span = command.to.span[span_];
  const std::uint64_t address = span.bus + done_;
  const std::uint64_t unit = max_payload_.count();
  const auto bytes = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(unit - address % unit, span.bytes - done_));
  pcie::Tlp& tlp = port_.pool().make();
  tlp.address = address;
  if (command.packet->data != nullptr) {
    tlp.data = port_.pool().copy_data(command.packet->data + sent_, bytes);
  }
  pcie::finish(tlp, bytes);
  return tlp;
}

pcie::Tlp& RxRdma::take(pcie::TlpClass, core::Ticks) {
  pcie::Tlp& tlp = *next_;
  next_ = nullptr;
  Command& command = commands_.front();
  if (command.packet == nullptr) {
    report_written(command);
    commands_.drop();
  } else if (command.to.page_register != 0 && tlp.address == command.to.page_register) {
    window_moved_ = true;
  } else {
    done_ += tlp.payload_bytes;
    sent_ += tlp.payload_bytes;
    stats_.bytes += tlp.payload_bytes;
    if (done_ == command.to.span[span_].bytes) {
      ++span_;
      done_ = 0;
      window_moved_ = false;  // the second span lies in another frame
    }
    if (sent_ == command.packet->header.bytes) {
      TorusPacket& packet = *command.packet;
      report_written(command);
      commands_.drop();
      span_ = sent_ = 0;
      free_place(packet);
    }
  }
  if (next_ == nullptr) offer_next();
  return tlp;
}

void RxRdma::report_written(const Command& command) const {
  core::SpanLog* const log = core::SpanLog::active();
  if (log == nullptr) return;
  const bool event = command.packet == nullptr;
  log->serve(event ? log->next_of(this) : MessageItem::packet(command.packet->header),
             std::string(name()) + (event ? ": writes the event" : ": writes the data"), {this, 0});
}

void RxRdma::posted_ended(std::uint64_t, pcie::CompletionStatus) {
  // Posted writes of one queue end in order: the event written first has come.
  const Event event = written_.pop();
  if (core::SpanLog* const log = core::SpanLog::active(); log && event.kind == EventKind::kReceived)
    log->add(item_of(event), std::string(name()) + ": the event goes to host memory");
  event_client_->event_comes(event);
}

void RxRdma::append_waits(std::vector<core::Wait>& waits) const {
  if (!commands_.empty()) waits.push_back({name(), "its writes to leave", port_.egress.name()});
  if (held_ != 0)
    waits.push_back({name(), std::to_string(held_) + " packets to be received", "the processor"});
}

}  // namespace gf::hw::apenet
