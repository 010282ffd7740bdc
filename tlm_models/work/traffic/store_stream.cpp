// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/work/traffic/store_stream.h"

#include "tlm_models/memory/no_bytes.h"

namespace gf::model {
namespace {

constexpr std::uint64_t kLine = 256;

}  // namespace

StoreStream::StoreStream(const sc_core::sc_module_name& name, const StoreStreamParams& params,
                         std::uint64_t base)
    : sc_module(name), Quiescent(this->name()), params_(params), base_(base) {
  socket.register_nb_transport_bw(this, &StoreStream::nb_transport_bw);
  SC_METHOD(send);
  sensitive << go_;
}

tlm::tlm_generic_payload& StoreStream::make_store() {
  const auto bytes = static_cast<unsigned>(params_.bytes.count());
  const std::uint64_t stride = (bytes + kLine - 1) / kLine * kLine;
  tlm::tlm_generic_payload& payload = pool_.make();
  payload.set_command(tlm::TLM_WRITE_COMMAND);
  payload.set_address(base_ + sent_ * stride);
  payload.set_data_ptr(no_bytes());
  payload.set_data_length(bytes);
  payload.set_streaming_width(bytes);
  payload.set_byte_enable_ptr(nullptr);
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  return payload;
}

void StoreStream::send() {
  while (requesting_ == nullptr && sent_ < params_.stores) {
    tlm::tlm_generic_payload& payload = make_store();
    ++sent_;
    requesting_ = &payload;
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay;
    const tlm::tlm_sync_enum status = socket->nb_transport_fw(payload, phase, delay);
    if (status == tlm::TLM_ACCEPTED) return;
    requesting_ = nullptr;
    if (status == tlm::TLM_COMPLETED) ended(payload, core::now_ticks() + delay.value());
  }
}

tlm::tlm_sync_enum StoreStream::nb_transport_bw(tlm::tlm_generic_payload& payload,
                                                tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (requesting_ == &payload) {
    requesting_ = nullptr;
    go_.notify(delay);
  }
  if (phase != tlm::BEGIN_RESP) return tlm::TLM_ACCEPTED;
  ended(payload, core::now_ticks() + delay.value());
  return tlm::TLM_COMPLETED;
}

void StoreStream::ended(tlm::tlm_generic_payload& payload, core::Ticks at) {
  if (!payload.is_response_ok()) ++errors_;
  payload.release();
  if (++responses_ == 1) first_ = at;
  last_ = at;
}

double StoreStream::payload_rate() const {
  if (last_ == first_) return 0;
  const auto bytes = static_cast<double>((responses_ - 1) * params_.bytes.count());
  return bytes / core::to_time(last_ - first_).to_seconds();
}

void StoreStream::append_waits(std::vector<core::Wait>& waits) const {
  waits.push_back({name(), std::to_string(params_.stores - responses_) + " stores to end",
                   std::string(name()) + ".socket"});
}

}  // namespace gf::model
