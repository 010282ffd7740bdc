// SPDX-License-Identifier: Apache-2.0
#include "hw/nvlink/end/nvlink_requester.h"

#include <cstring>
#include <utility>

#include "core/base/error.h"
#include "hw/nvlink/end/nvlink_port.h"

namespace gf::hw::nvlink {

NvlinkRequester::NvlinkRequester(const sc_core::sc_module_name& name,
                                 const NvlinkPortParams& params, unsigned gpu, NvlinkPool& pool,
                                 NvlinkPort& port)
    : AtTarget(name, params.outstanding),
      Quiescent(this->name()),
      params_(params),
      send_latency_(params.send_latency.value()),
      gpu_(gpu),
      pool_(pool),
      port_(port),
      stats_(*this) {}

tlm::tlm_response_status NvlinkRequester::refuse(const tlm::tlm_generic_payload& payload,
                                                 const model::AtomicExtension* atomic) const {
  const tlm::tlm_response_status status = model::check_attributes(payload, payload.is_write());
  if (status != tlm::TLM_OK_RESPONSE) return status;
  const std::uint32_t bytes = payload.get_data_length();
  const std::uint64_t address = payload.get_address();
  if (is_group(gpu_of(address))) {
    constexpr std::uint64_t kElement = 4;
    if (atomic != nullptr && !payload.is_read()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
    if (payload.is_read() && (address % kElement != 0 || bytes % kElement != 0))
      return tlm::TLM_BURST_ERROR_RESPONSE;
  } else if (atomic != nullptr && chunk_of(address, bytes) < bytes) {
    // An atomic is not split, because memory would serve its packets separately.
    return tlm::TLM_BURST_ERROR_RESPONSE;
  }
  if (gpu_of(address) != gpu_of(address + bytes - 1) || !port_.reaches(gpu_of(address))) {
    return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  }
  return tlm::TLM_OK_RESPONSE;
}

bool NvlinkRequester::access(Key key) {
  count(transaction(key));
  return make_packets(key);
}

void NvlinkRequester::count(const Transaction& one) {
  const std::uint32_t bytes = one.payload->get_data_length();
  if (is_atomic(one)) {
    ++stats_.atomics;
  } else if (one.payload->is_read()) {
    ++stats_.reads;
    stats_.read_bytes += bytes;
  } else {
    ++stats_.writes;
    stats_.write_bytes += bytes;
  }
}

void NvlinkRequester::room_comes(unsigned link) {
  // Only one access at a time is in its request phase, so only that one can lack space.
  const Key key = requesting();
  if (key != kNone && link_ == link && make_packets(key)) end_request(key);
}

void NvlinkRequester::response_comes(const NvlinkPacket& packet) {
  const Transaction& one = transaction(packet.access);
  GF_CHECK(one.payload != nullptr, std::string(name()) + ": a response to nothing");
  if (packet.real && !packet.failed) {
    std::uint8_t* to = one.payload->get_data_ptr() + packet.offset;
    if (packet.data != nullptr) {
      std::memcpy(to, packet.data, packet.bytes);
    } else {
      std::memset(to, 0, packet.bytes);  // no memory is bound at the peer, so it reads as zero
    }
  }
  progress(packet.access, packet.bytes, packet.failed);
}

void NvlinkRequester::write_ended(Key access, std::uint32_t bytes, bool failed, core::Ticks at) {
  // No packet transports this answer: the peer calls, and `at` includes the time for the way back.
  answers_.push({access, bytes, failed, at});
  // Peers may have different latencies; in most cases the order is already right.
  for (std::size_t i = answers_.size() - 1; i > 0 && answers_[i - 1].at > at; --i)
    std::swap(answers_[i - 1], answers_[i]);
  wakeup_.at(answers_.front().at);
}

void NvlinkRequester::due() {
  const core::Ticks now = core::now_ticks();
  while (!answers_.empty() && answers_.front().at <= now) {
    const WriteAnswer answer = answers_.pop();
    progress(answer.access, answer.bytes, answer.failed);
  }
  if (!answers_.empty()) wakeup_.at(answers_.front().at);
}

void NvlinkRequester::progress(Key key, std::uint32_t bytes, bool failed) {
  if (!advance(key, bytes, !failed)) return;
  const Transaction& one = transaction(key);
  stats_.latency.record(core::now_ticks() - one.began);
  if (one.failed) ++stats_.errors;
  respond(key, one.failed ? tlm::TLM_ADDRESS_ERROR_RESPONSE : tlm::TLM_OK_RESPONSE);
}

void NvlinkRequester::blocking(tlm::tlm_generic_payload& payload, sc_core::sc_time&) {
  tlm::tlm_response_status status =
      refuse(payload, payload.get_extension<model::AtomicExtension>());
  if (status == tlm::TLM_OK_RESPONSE && port_.debug_out(payload) != payload.get_data_length()) {
    status = tlm::TLM_ADDRESS_ERROR_RESPONSE;
  }
  payload.set_response_status(status);
}

unsigned NvlinkRequester::debug(tlm::tlm_generic_payload& payload) {
  return refuse(payload, payload.get_extension<model::AtomicExtension>()) == tlm::TLM_OK_RESPONSE
             ? port_.debug_out(payload)
             : 0;
}

}  // namespace gf::hw::nvlink
