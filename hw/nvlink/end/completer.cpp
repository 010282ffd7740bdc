// SPDX-License-Identifier: Apache-2.0
#include "hw/nvlink/end/completer.h"

#include <algorithm>

#include "hw/nvlink/end/nvlink_port.h"
#include "tlm_models/memory/no_bytes.h"

namespace gf::hw::nvlink {
namespace {

NvlinkPacket& packet_of(std::uint64_t key) { return *reinterpret_cast<NvlinkPacket*>(key); }

}  // namespace

Completer::Completer(const sc_core::sc_module_name& name, const NvlinkPortParams& params,
                     unsigned links, NvlinkPool& pool, NvlinkPort& port)
    : sc_module(name),
      Quiescent(this->name()),
      params_(params),
      pool_(pool),
      port_(port),
      requests_(links),
      stats_(*this) {}

void Completer::request_comes(NvlinkPacket& packet) {
  requests_[packet.link].push(packet);
  ++held_;
  wakeup_.at(packet.ready);
}

model::PacketQueue<NvlinkPacket>* Completer::oldest() {
  model::PacketQueue<NvlinkPacket>* best = nullptr;
  for (auto& queue : requests_) {
    if (queue.empty()) continue;
    if (best == nullptr || queue.front()->ready < best->front()->ready) best = &queue;
  }
  return best;
}

bool Completer::may_issue(const NvlinkPacket& packet) const {
  if (memory.requesting()) return false;  // request_ended() wakes serve()
  return packet.type == PacketType::kWrite || reads_ < params_.reads_at_memory;
}

void Completer::serve() {
  while (auto* queue = oldest()) {
    NvlinkPacket& packet = *queue->front();
    if (packet.ready > core::now_ticks()) {
      wakeup_.at(packet.ready);
      break;
    }
    // The oldest packet blocks all others, even writes behind a read, so that packets of a link
    // stay in order. request_ended() or response_left() wakes this process.
    if (!may_issue(packet)) break;
    queue->pop();
    issue(packet);
  }
}

void Completer::issue(NvlinkPacket& packet) {
  if (packet.type != PacketType::kWrite) ++reads_;
  count(packet);
  if (!memory.bound()) {
    port_.free_place(packet);
    answer(packet, false);
  } else if (access(packet)) {
    port_.free_place(packet);
  }
}

bool Completer::access(NvlinkPacket& packet) {
  // A read request has no data buffer, but its response needs one.
  if (packet.real && packet.data == nullptr) packet.data = pool_.make_data();
  std::uint8_t* const data = packet.real ? packet.data : model::no_bytes();
  const auto key = reinterpret_cast<std::uintptr_t>(&packet);
  if (packet.type == PacketType::kAtomic) {
    model::AtomicExtension atomic;
    atomic.op = packet.op;
    atomic.scope = packet.scope;
    return memory.issue(atomic, packet.address, data, packet.bytes, key);
  }
  return memory.issue(
      packet.type == PacketType::kRead ? tlm::TLM_READ_COMMAND : tlm::TLM_WRITE_COMMAND,
      packet.address, data, packet.bytes, key, packet.enables ? enables_of(packet) : nullptr);
}

void Completer::request_ended(std::uint64_t key) {
  port_.free_place(packet_of(key));
  if (oldest() != nullptr) wakeup_.at(core::now_ticks());
}

void Completer::access_ended(std::uint64_t key, tlm::tlm_response_status status) {
  const bool failed = status != tlm::TLM_OK_RESPONSE;
  if (failed) ++stats_.refused;
  answer(packet_of(key), failed);
}

void Completer::count(const NvlinkPacket& packet) {
  if (packet.type == PacketType::kWrite) {
    ++stats_.writes;
    stats_.write_bytes += packet.bytes;
  } else if (packet.type == PacketType::kRead) {
    ++stats_.reads;
    stats_.read_bytes += packet.bytes;
  } else {
    ++stats_.atomics;
  }
}

void Completer::answer(NvlinkPacket& packet, bool failed) {
  --held_;
  if (packet.type == PacketType::kWrite) {
    packet.requester->write_ended(packet.access, packet.bytes, failed,
                                  core::now_ticks() + params_.write_answer_latency.value());
    pool_.recycle(packet);
    return;
  }
  // The request becomes its response; its receive buffer space was freed when memory accepted it.
  packet.type = packet.type == PacketType::kRead ? PacketType::kReadData : PacketType::kAtomicData;
  std::swap(packet.source, packet.destination);
  packet.failed = failed;
  packet.ready = core::now_ticks();
  finish(packet);
  port_.queue_response(packet);
}

void Completer::response_left() {
  // Below the limit no packet was waiting for this.
  if (reads_-- == params_.reads_at_memory) wakeup_.at(core::now_ticks());
}

unsigned Completer::debug(tlm::tlm_generic_payload& access) {
  const std::uint64_t address = access.get_address();
  access.set_address(local_address(address));
  const unsigned moved = memory.debug(access);
  access.set_address(address);
  return moved;
}

void Completer::append_waits(std::vector<core::Wait>& waits) const {
  waits.push_back({name(), std::to_string(held_) + " accesses to end", "memory"});
}

}  // namespace gf::hw::nvlink
