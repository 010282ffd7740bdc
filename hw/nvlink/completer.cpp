// SPDX-License-Identifier: Apache-2.0
#include "hw/nvlink/completer.h"

#include <algorithm>

#include "core/error.h"
#include "tlm_models/memory/no_bytes.h"

namespace gf::hw::nvlink {

Completer::Completer(const sc_core::sc_module_name& name, const PortParams& params, unsigned links,
                     NvlinkPool& pool, Port& port)
    : sc_module(name),
      Quiescent(this->name()),
      params_(params),
      pool_(pool),
      port_(port),
      requests_(links),
      later_(this, &Completer::phase_due),
      stats_(*this) {
  socket.register_nb_transport_bw(this, &Completer::nb_transport_bw);
  SC_METHOD(serve);
  sensitive << wakeup_.event();
  dont_initialize();
}

void Completer::before_end_of_elaboration() { bound_ = socket.get_base_port().size() > 0; }

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
  if (requesting_ != nullptr) return false;  // END_REQ wakes
  return packet.type == PacketType::kWrite || reads_ < params_.reads_at_memory;
}

void Completer::serve() {
  wakeup_.woken();
  serving_ = true;
  while (auto* queue = oldest()) {
    NvlinkPacket& packet = *queue->front();
    if (packet.ready > core::now_ticks()) {
      wakeup_.at(packet.ready);
      break;
    }
    if (!may_issue(packet)) break;
    queue->pop();
    issue(packet);
  }
  serving_ = false;
}

void Completer::issue(NvlinkPacket& packet) {
  if (packet.type != PacketType::kWrite) ++reads_;
  count(packet);
  if (!bound_) {
    port_.free_place(packet);
    answer(packet, false);
    return;
  }
  tlm::tlm_generic_payload& payload = make_payload(packet);
  requesting_ = &payload;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay;
  const tlm::tlm_sync_enum status = socket->nb_transport_fw(payload, phase, delay);
  if (status == tlm::TLM_ACCEPTED) return;
  // Completed: the target has skipped the remaining phases; its delay still has to pass.
  if (status == tlm::TLM_COMPLETED) phase = tlm::END_RESP;
  if (delay == sc_core::SC_ZERO_TIME) {
    phase_due(payload, phase);
  } else {
    later_.notify(payload, phase, delay);
  }
}

tlm::tlm_generic_payload& Completer::make_payload(NvlinkPacket& packet) {
  if (packet.real && packet.data == nullptr) packet.data = pool_.make_data();
  tlm::tlm_generic_payload& payload = payloads_.make();
  auto* errand = payload.get_extension<Errand>();
  if (errand == nullptr) {
    errand = new Errand;  // the payload's from here on
    payload.set_extension(errand);
  }
  errand->packet = &packet;
  payload.set_command(packet.type == PacketType::kRead ? tlm::TLM_READ_COMMAND
                                                       : tlm::TLM_WRITE_COMMAND);
  payload.set_address(packet.address);
  payload.set_data_ptr(packet.real ? packet.data : model::no_bytes());
  payload.set_data_length(packet.bytes);
  payload.set_streaming_width(packet.bytes);
  payload.set_byte_enable_ptr(packet.enables ? enables_of(packet) : nullptr);
  payload.set_byte_enable_length(packet.enables ? packet.bytes : 0);
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  if (packet.type == PacketType::kAtomic) {
    errand->atomic.op = packet.op;
    errand->atomic.scope = packet.scope;
    payload.set_extension(&errand->atomic);
  }
  return payload;
}

tlm::tlm_sync_enum Completer::nb_transport_bw(tlm::tlm_generic_payload& payload,
                                              tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (delay != sc_core::SC_ZERO_TIME) {
    later_.notify(payload, phase, delay);
    return tlm::TLM_ACCEPTED;
  }
  if (requesting_ == &payload) accepted(payload);
  if (phase != tlm::BEGIN_RESP) return tlm::TLM_ACCEPTED;
  phase = tlm::END_RESP;
  ended(payload);
  return tlm::TLM_COMPLETED;
}

void Completer::phase_due(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase) {
  // Each of them ends the request phase of its own access, and of no other.
  if (requesting_ == &payload) accepted(payload);
  if (phase == tlm::BEGIN_RESP) {
    tlm::tlm_phase out = tlm::END_RESP;
    sc_core::sc_time delay;
    socket->nb_transport_fw(payload, out, delay);
  }
  if (phase != tlm::END_REQ) ended(payload);
}

void Completer::accepted(tlm::tlm_generic_payload& payload) {
  requesting_ = nullptr;
  port_.free_place(*payload.get_extension<Errand>()->packet);
  if (!serving_ && oldest() != nullptr) wakeup_.at(core::now_ticks());
}

void Completer::ended(tlm::tlm_generic_payload& payload) {
  NvlinkPacket& packet = *payload.get_extension<Errand>()->packet;
  const bool failed = !payload.is_response_ok();
  if (packet.type == PacketType::kAtomic) {
    payload.clear_extension(&payload.get_extension<Errand>()->atomic);
  }
  payload.release();
  if (failed) ++stats_.refused;
  answer(packet, failed);
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
    packet.origin->write_ended(packet.access, packet.bytes, failed,
                               core::now_ticks() + params_.write_answer_latency.value());
    pool_.recycle(packet);
    return;
  }
  packet.type = packet.type == PacketType::kRead ? PacketType::kReadData : PacketType::kAtomicData;
  std::swap(packet.source, packet.destination);
  packet.failed = failed;
  packet.ready = core::now_ticks();
  finish(packet);
  port_.queue_response(packet);
}

void Completer::response_left() {
  if (reads_-- == params_.reads_at_memory && !serving_) wakeup_.at(core::now_ticks());
}

unsigned Completer::debug(tlm::tlm_generic_payload& access) {
  if (!bound_) return 0;
  const std::uint64_t address = access.get_address();
  access.set_address(local_address(address));
  const unsigned moved = socket->transport_dbg(access);
  access.set_address(address);
  return moved;
}

void Completer::append_waits(std::vector<core::Wait>& waits) const {
  waits.push_back({name(), std::to_string(held_) + " accesses to end", "memory"});
}

}  // namespace gf::hw::nvlink
