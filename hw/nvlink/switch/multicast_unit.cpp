// SPDX-License-Identifier: Apache-2.0
#include "hw/nvlink/switch/multicast_unit.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace gf::hw::nvlink {
namespace {

using Element = std::uint32_t;

Element combined(model::AtomicOp op, Element a, Element b) {
  switch (op) {
    case model::AtomicOp::kMin:
      return std::min(a, b);
    case model::AtomicOp::kMax:
      return std::max(a, b);
    case model::AtomicOp::kAnd:
      return a & b;
    case model::AtomicOp::kOr:
      return a | b;
    case model::AtomicOp::kXor:
      return a ^ b;
    default:
      return a + b;
  }
}

/// Combines an operand with what `result` has.
void combine(NvlinkPacket& result, const std::uint8_t* operand) {
  for (std::uint32_t at = 0; at + sizeof(Element) <= result.bytes; at += sizeof(Element)) {
    Element a = 0, b = 0;
    std::memcpy(&a, result.data + at, sizeof a);
    std::memcpy(&b, operand + at, sizeof b);
    a = combined(result.op, a, b);
    std::memcpy(result.data + at, &a, sizeof a);
  }
}

}  // namespace

MulticastUnit::MulticastUnit(const sc_core::sc_module_name& name, const MulticastParams& params,
                             core::Ticks hop_latency, const Ends& ends, unsigned input,
                             NvlinkPool& pool, OutputFor output_for)
    : sc_module(name),
      Quiescent(this->name()),
      rate_(params.rate),
      hop_latency_(hop_latency),
      reduce_latency_(params.latency.value()),
      ends_(ends),
      input_(input),
      pool_(pool),
      output_for_(std::move(output_for)),
      groups_(this->name(), params.groups),
      free_bytes_(core::Bytes(params.buffer).count()),
      queues_(std::size_t{input} * kDataClasses),
      stats_(*this) {}

void MulticastUnit::request_comes(unsigned link, NvlinkPacket& packet) {
  ++held_;
  packet.link = static_cast<std::uint16_t>(link);
  const bool reads = packet.type == PacketType::kRead;
  if (reads && (!waiting_.empty() || packet.bytes > free_bytes_)) return waiting_.push(packet);
  replicate(packet);
}

std::uint32_t MulticastUnit::make_entry(NvlinkPacket& packet, std::size_t members) {
  if (unused_.empty()) {
    unused_.push_back(static_cast<std::uint32_t>(entries_.size()));
    entries_.emplace_back();
  }
  const std::uint32_t number = unused_.back();
  unused_.pop_back();
  entries_[number] = {&packet, members, members, false, 0};
  return number;
}

void MulticastUnit::replicate(NvlinkPacket& packet) {
  const std::vector<unsigned>& members = groups_.members(packet.destination);
  const std::uint32_t number = make_entry(packet, members.size());
  const bool writes = packet.type == PacketType::kWrite;
  ++(writes ? stats_.writes : stats_.reads);
  for (const unsigned member : members) {
    NvlinkPacket& copy = pool_.make();
    copy.type = packet.type;
    copy.address = packet.address;
    copy.bytes = packet.bytes;
    copy.masked = packet.masked;
    copy.real = packet.real;
    copy.enables = packet.enables;
    if (packet.data != nullptr) {
      copy.data = pool_.make_data();
      std::memcpy(copy.data, packet.data, 2 * kMaxPayload);
    }
    // Its answer returns to the group, which is this unit.
    copy.source = packet.destination;
    copy.destination = static_cast<std::uint16_t>(member);
    copy.requester = this;
    copy.access = number;
    copy.flow = packet.flow;
    copy.ready = packet.ready;
    finish(copy);
    queue(output_for_(member, packet.link), copy);
  }
  packet_ends(packet, packet.ready);
  if (writes) return;
  free_bytes_ -= packet.bytes;
  ends_[packet.link]->rx.release(kRequests, packet.cost, packet.ready);
  if (packet.real) packet.data = pool_.make_data();
}

void MulticastUnit::queue(unsigned output, NvlinkPacket& packet) {
  Queue& waiting = queues_[std::size_t{output} * kDataClasses + packet.credit_class];
  const bool first = waiting.empty();
  waiting.push(packet);
  ends_[output]->queue_grows(packet.wire_bytes);
  if (first) ends_[output]->offer(input_, packet);
}

NvlinkPacket& MulticastUnit::take(unsigned output, NvlinkClass of, core::Ticks now) {
  Queue& waiting = queues_[std::size_t{output} * kDataClasses + of];
  NvlinkPacket& packet = waiting.pop();
  if (!waiting.empty()) ends_[output]->offer(input_, *waiting.front());
  if (of == kResponses) {
    --held_;
    free_bytes_ += packet.bytes;
    serve_waiting();
  } else if (packet.type == PacketType::kWrite) {
    Entry& entry = entries_[packet.access];
    entry.until = std::max(entry.until, now + ends_[output]->tx.span(packet.wire_bytes));
    if (--entry.to_leave == 0)
      ends_[entry.request->link]->rx.release(kRequests, entry.request->cost, entry.until);
  }
  return packet;
}

void MulticastUnit::serve_waiting() {
  const core::Ticks now = core::now_ticks();
  while (!waiting_.empty() && waiting_.front()->bytes <= free_bytes_) {
    NvlinkPacket& packet = waiting_.pop();
    if (packet.ready < now) stats_.full.add_ticks(now - packet.ready);
    packet.ready = std::max(packet.ready, now);
    replicate(packet);
  }
}

void MulticastUnit::response_comes(unsigned link, NvlinkPacket& packet, core::Ticks at) {
  Entry& entry = entries_[packet.access];
  const core::Ticks begin = std::max(at, reduced_);
  reduced_ = begin + rate_.time_for(packet.bytes).value();
  stats_.busy.add_ticks(reduced_ - begin);
  stats_.operands += packet.bytes;
  ends_[link]->rx.release(kResponses, packet.cost, reduced_);
  NvlinkPacket& result = *entry.request;
  result.failed = result.failed || packet.failed;
  // A member without memory answers without data, and reads as zeros.
  if (result.real && packet.data != nullptr && !packet.failed) {
    if (entry.combined) {
      combine(result, packet.data);
    } else {
      std::memcpy(result.data, packet.data, packet.bytes);
    }
    entry.combined = true;
  }
  if (--entry.to_answer == 0) {
    unused_.push_back(packet.access);
    respond(entry, reduced_ + reduce_latency_ + hop_latency_);
  }
  packet_ends(packet, at);
  pool_.recycle(packet);
}

void MulticastUnit::respond(Entry& entry, core::Ticks at) {
  NvlinkPacket& result = *entry.request;
  if (result.real && !entry.combined) std::memset(result.data, 0, result.bytes);
  result.type = PacketType::kReadData;
  std::swap(result.source, result.destination);
  result.ready = at;
  finish(result);
  queue(result.link, result);
}

void MulticastUnit::write_ended(std::uint32_t number, std::uint32_t, bool failed, core::Ticks at) {
  Entry& entry = entries_[number];
  NvlinkPacket& request = *entry.request;
  request.failed = request.failed || failed;
  entry.until = std::max(entry.until, at);
  if (--entry.to_answer > 0) return;
  --held_;
  unused_.push_back(number);
  request.requester->write_ended(request.access, request.bytes, request.failed, entry.until);
  pool_.recycle(request);
}

void MulticastUnit::append_waits(std::vector<core::Wait>& waits) const {
  waits.push_back({name(), std::to_string(held_) + " requests to groups", "members' answers"});
}

}  // namespace gf::hw::nvlink
