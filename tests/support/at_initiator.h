// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <systemc>
#include <tlm>
#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <vector>

namespace gf::test {

/// An approximately timed initiator as another vendor might write one: nothing but tlm_utils,
/// nb_transport, a memory manager of its own, many accesses outstanding.
class AtInitiator final : public sc_core::sc_module, private tlm::tlm_mm_interface {
 public:
  /// How it ends a response phase.
  enum class Answer { kLater, kEndRespReturned, kCompleted };

  struct Access {
    tlm::tlm_command command;
    std::uint64_t address;
    std::vector<std::uint8_t> bytes;
    tlm::tlm_response_status status = tlm::TLM_INCOMPLETE_RESPONSE;
  };

  tlm_utils::simple_initiator_socket<AtInitiator> socket{"socket"};

  explicit AtInitiator(const sc_core::sc_module_name& name, Answer answer = Answer::kLater)
      : sc_module(name), answer_(answer), later_(this, &AtInitiator::advance) {
    socket.register_nb_transport_bw(this, &AtInitiator::nb_transport_bw);
  }

  /// Queues an access; the result appears in the returned record. Call from a running simulation
  /// or before it.
  Access& issue(tlm::tlm_command command, std::uint64_t address, std::vector<std::uint8_t> bytes) {
    Access& access = accesses_.emplace_back(Access{command, address, std::move(bytes)});
    waiting_.push_back(&access);
    send_next();
    return access;
  }
  [[nodiscard]] bool idle() const { return waiting_.empty() && outstanding_.empty(); }
  std::function<void()> on_idle;  ///< Called when the last queued access has ended.

 private:
  using Payload = tlm::tlm_generic_payload;

  void free(Payload* payload) override { delete payload; }

  void send_next() {
    if (waiting_.empty() || requesting_ != nullptr) return;
    Access& access = *waiting_.front();
    waiting_.pop_front();
    auto* payload = new Payload(this);
    payload->acquire();
    payload->set_command(access.command);
    payload->set_address(access.address);
    payload->set_data_ptr(access.bytes.data());
    payload->set_data_length(static_cast<unsigned>(access.bytes.size()));
    payload->set_streaming_width(static_cast<unsigned>(access.bytes.size()));
    outstanding_.push_back({payload, &access});
    requesting_ = payload;
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay;
    const tlm::tlm_sync_enum status = socket->nb_transport_fw(*payload, phase, delay);
    if (status == tlm::TLM_COMPLETED) phase = tlm::END_RESP;
    if (status != tlm::TLM_ACCEPTED) later_.notify(*payload, phase, delay);
  }

  tlm::tlm_sync_enum nb_transport_bw(Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) {
    if (phase == tlm::END_REQ || answer_ == Answer::kLater) {
      later_.notify(payload, phase, delay);
      return tlm::TLM_ACCEPTED;
    }
    later_.notify(payload, tlm::END_RESP, delay);  // the response needs no phase of its own
    if (answer_ == Answer::kCompleted) return tlm::TLM_COMPLETED;
    phase = tlm::END_RESP;
    return tlm::TLM_UPDATED;
  }

  void advance(Payload& payload, const tlm::tlm_phase& phase) {
    if (requesting_ == &payload) requesting_ = nullptr;
    if (phase == tlm::BEGIN_RESP) {
      tlm::tlm_phase out = tlm::END_RESP;
      sc_core::sc_time delay;
      socket->nb_transport_fw(payload, out, delay);
    }
    if (phase != tlm::END_REQ) finish(payload);
    send_next();
    if (idle() && on_idle) on_idle();
  }

  void finish(Payload& payload) {
    for (auto it = outstanding_.begin(); it != outstanding_.end(); ++it) {
      if (it->payload != &payload) continue;
      it->access->status = payload.get_response_status();
      outstanding_.erase(it);
      break;
    }
    payload.release();
  }

  struct Outstanding {
    Payload* payload;
    Access* access;
  };
  const Answer answer_;
  std::list<Access> accesses_;
  std::deque<Access*> waiting_;
  std::list<Outstanding> outstanding_;
  Payload* requesting_ = nullptr;
  tlm_utils::peq_with_cb_and_phase<AtInitiator> later_;
};

}  // namespace gf::test
