// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/memory/peer_server.h"

#include <algorithm>

#include "core/base/error.h"
#include "tlm_models/gpu/page_table.h"
#include "tlm_models/memory/at_target.h"
#include "tlm_models/memory/no_bytes.h"

namespace gf::hw::gpu {
namespace {

core::Ticks idle_latency(const MemoryParams& p, core::Ticks period) {
  // b_transport has no cycles to wait in: it adds the time of a lone read whose row is closed.
  return (1 + 2ull * p.xbar_latency + p.tag_latency + p.data_latency) * period +
         p.dram_latency.value();
}

}  // namespace

using core::Cycle;

PeerServer::PeerServer(const MemoryParams& params, Socket& socket, BulkPort& port, unsigned gpu,
                       std::uint64_t memory_bytes, model::BytePages& bytes,
                       core::ClockMember& clock, MemoryStats& stats, BusyParts& busy,
                       MemoryPart part)
    : params_(params),
      socket_(socket),
      port_(port),
      gpu_(gpu),
      memory_bytes_(memory_bytes),
      bytes_(bytes),
      clock_(clock),
      stats_(stats),
      busy_(busy),
      part_(part),
      idle_latency_(idle_latency(params, clock.period())) {
  socket_.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
}

tlm::tlm_response_status PeerServer::check(const tlm::tlm_generic_payload& payload) const {
  const std::uint64_t bytes = payload.get_data_length();
  const std::uint64_t offset = model::offset_of(payload.get_address());
  const tlm::tlm_response_status status = model::check_attributes(payload);
  if (status != tlm::TLM_OK_RESPONSE) return status;
  const unsigned home = model::home_of(payload.get_address());
  // Home 0 also stands for an address that counts from this memory's first byte, without home bits.
  if ((home != gpu_ && home != 0) || bytes > memory_bytes_ || offset > memory_bytes_ - bytes) {
    return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  }
  const tlm::tlm_command command = payload.get_command();
  return command == tlm::TLM_IGNORE_COMMAND ? tlm::TLM_COMMAND_ERROR_RESPONSE
                                            : tlm::TLM_OK_RESPONSE;
}

tlm::tlm_sync_enum PeerServer::nb_transport_fw(tlm::tlm_generic_payload& payload,
                                               tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (phase > tlm::END_RESP) return tlm::TLM_ACCEPTED;  // not of the base protocol
  const Cycle at = clock_.after(core::now_ticks() + delay.value());
  clock_.wake(at);
  if (phase == tlm::END_RESP) {
    GF_CHECK(responding_ == &payload, socket_.name());
    // A phase that the initiator ended with a call of its own fills the cycle. Several phases fit
    // into one cycle only if they end with the return of BEGIN_RESP.
    responses_ = params_.peer_ports;
    ended(at);
    return tlm::TLM_ACCEPTED;
  }
  const tlm::tlm_response_status status = check(payload);
  if (status != tlm::TLM_OK_RESPONSE) {
    ++stats_.refused;
    payload.set_response_status(status);
    return tlm::TLM_COMPLETED;
  }
  payload.acquire();
  if (!begin(payload, at)) return tlm::TLM_ACCEPTED;
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

bool PeerServer::begin(tlm::tlm_generic_payload& payload, Cycle at) {
  const auto* const atomic = payload.get_extension<model::AtomicExtension>();
  Bulk& bulk = open_.make();
  bulk.at = at;
  bulk.address = std::uint64_t{gpu_} << model::kHomeShift | model::offset_of(payload.get_address());
  bulk.bytes = payload.get_data_length();
  bulk.op = atomic != nullptr    ? LineOp::kAtomic
            : payload.is_write() ? LineOp::kWrite
                                 : LineOp::kRead;
  const bool real = params_.real_bytes && payload.get_data_ptr() != model::no_bytes();
  bulk.data = real ? payload.get_data_ptr() : nullptr;
  bulk.client = this;
  bulk.key = &payload;
  count(bulk);
  // A timing annotation beyond this cycle keeps the request in its phase until then. Earlier
  // requests whose annotated time has not passed keep their places in front of it.
  if (coming_.empty() && at == clock_.after(core::now_ticks())) return port_.submit(bulk, at - 1);
  coming_.push(&bulk);
  busy_.add(part_);
  return false;
}

void PeerServer::count(const Bulk& bulk) {
  ++stats_.served;
  (bulk.op == LineOp::kRead ? stats_.served_read_bytes : stats_.served_write_bytes) += bulk.bytes;
}

void PeerServer::bulk_taken(Bulk& bulk, Cycle) {
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_core::sc_time delay;
  socket_->nb_transport_bw(*static_cast<tlm::tlm_generic_payload*>(bulk.key), phase, delay);
}

void PeerServer::bulk_done(Bulk& bulk, Cycle now) {
  done_.push(static_cast<tlm::tlm_generic_payload*>(bulk.key));
  open_.recycle(bulk);
  respond(now);
  if (!done_.empty()) busy_.add(part_);
}

void PeerServer::respond(Cycle now) {
  if (done_.empty() || responding_ != nullptr) return;
  if (!may_respond(now)) return clock_.wake(free_from_);
  responding_ = done_.pop();
  responding_->set_response_status(tlm::TLM_OK_RESPONSE);
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay;
  const tlm::tlm_sync_enum status = socket_->nb_transport_bw(*responding_, phase, delay);
  // The initiator ends the phase with END_RESP, and later responses wait for that.
  if (status == tlm::TLM_ACCEPTED) return;
  const Cycle at = std::max(now + 1, clock_.after(core::now_ticks() + delay.value()));
  responses_ = at != now + 1 ? params_.peer_ports : free_from_ == at ? responses_ + 1 : 1;
  ended(at);
}

void PeerServer::ended(Cycle at) {
  responding_->release();
  responding_ = nullptr;
  free_from_ = at;
}

void PeerServer::step(Cycle now) {
  while (!coming_.empty() && coming_.front()->at <= now) {
    Bulk& bulk = *coming_.pop();
    if (port_.submit(bulk, now)) bulk_taken(bulk, now);
  }
  while (!done_.empty() && responding_ == nullptr && may_respond(now)) respond(now);
}

bool PeerServer::move(tlm::tlm_generic_payload& payload) {
  payload.set_response_status(check(payload));
  if (!payload.is_response_ok() || !params_.real_bytes) return false;
  const std::uint64_t offset = model::offset_of(payload.get_address());
  std::uint8_t* const data = payload.get_data_ptr();
  if (payload.is_write()) bytes_.write(offset, data, payload.get_data_length());
  if (payload.is_read()) bytes_.read(offset, data, payload.get_data_length());
  return true;
}

void PeerServer::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  move(payload);
  delay += core::to_time(idle_latency_);
}

bool PeerServer::get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi& dmi) {
  // A refusal says what is refused: reads and writes of all addresses (IEEE 1666-2011, 11.2.5).
  dmi.init();
  dmi.allow_read_write();
  return false;
}

unsigned PeerServer::transport_dbg(tlm::tlm_generic_payload& payload) {
  return move(payload) ? payload.get_data_length() : 0;
}

}  // namespace gf::hw::gpu
