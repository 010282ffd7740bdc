// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <ostream>
#include <stdexcept>
#include <systemc>
#include <tlm>
#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <vector>

#include "tests/support/foreign_phase.h"

namespace gf::test {

/// An approximately timed initiator as another vendor might write one: nothing but tlm_utils,
/// nb_transport, a memory manager of its own, many accesses outstanding.
class AtInitiator final : public sc_core::sc_module, private tlm::tlm_mm_interface {
 public:
  /// How it ends a response phase.
  enum class Answer { kLater, kEndRespReturned, kCompleted, kEndRespInTheCall };

  struct Style {
    Style(Answer a = Answer::kLater) : answer(a) {}  // NOLINT: an answer is a style
    Answer answer;
    sc_core::sc_time request_delay;   ///< Annotated to BEGIN_REQ.
    sc_core::sc_time response_delay;  ///< Annotated to END_RESP, or to what takes its place.
    bool eager = false;               ///< Begins the next request in the call of an END_REQ.
    bool own_phase = false;           ///< Sends a phase of its own behind each BEGIN_REQ.
  };

  struct Access {
    tlm::tlm_command command;
    std::uint64_t address;
    std::vector<std::uint8_t> bytes;
    tlm::tlm_response_status status = tlm::TLM_INCOMPLETE_RESPONSE;
    std::function<void(tlm::tlm_generic_payload&)> change = nullptr;  ///< Before BEGIN_REQ.
    sc_core::sc_time request_ended = {};
    sc_core::sc_time response_began = {};
  };

  tlm_utils::simple_initiator_socket<AtInitiator> socket{"socket"};

  explicit AtInitiator(const sc_core::sc_module_name& name, const Style& style = {})
      : sc_module(name), style_(style), later_(this, &AtInitiator::advance) {
    socket.register_nb_transport_bw(this, &AtInitiator::nb_transport_bw);
  }

  /// Queues an access; the result appears in the returned record. Call from a running simulation
  /// or before it.
  Access& issue(tlm::tlm_command command, std::uint64_t address, std::vector<std::uint8_t> bytes,
                std::function<void(tlm::tlm_generic_payload&)> change = nullptr) {
    Access& access = accesses_.emplace_back(Access{command, address, std::move(bytes)});
    access.change = std::move(change);
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
    if (access.change) access.change(*payload);
    outstanding_.push_back({payload, &access});
    requesting_ = payload;
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = style_.request_delay;
    const tlm::tlm_sync_enum status = socket->nb_transport_fw(*payload, phase, delay);
    if (style_.own_phase && status != tlm::TLM_COMPLETED) send_own_phase(*payload);
    if (status == tlm::TLM_COMPLETED) phase = tlm::END_RESP;
    if (status != tlm::TLM_ACCEPTED) later_.notify(*payload, phase, delay);
  }

  void send_own_phase(Payload& payload) {
    tlm::tlm_phase phase = FOREIGN_PHASE;
    sc_core::sc_time delay;
    if (socket->nb_transport_fw(payload, phase, delay) != tlm::TLM_ACCEPTED) {
      throw std::logic_error("a phase that is not of the base protocol was not ignored");
    }
  }

  tlm::tlm_sync_enum nb_transport_bw(Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) {
    if (phase == tlm::END_REQ && style_.eager && delay == sc_core::SC_ZERO_TIME) {
      end_request(payload);
      send_next();
      return tlm::TLM_ACCEPTED;
    }
    if (phase != tlm::BEGIN_RESP || style_.answer == Answer::kLater) {
      later_.notify(payload, phase, delay);
      return tlm::TLM_ACCEPTED;
    }
    find(payload).response_began = sc_core::sc_time_stamp() + delay;
    delay += style_.response_delay;
    later_.notify(payload, tlm::END_RESP, delay);
    phase = tlm::END_RESP;
    if (style_.answer == Answer::kCompleted) return tlm::TLM_COMPLETED;
    if (style_.answer == Answer::kEndRespReturned) return tlm::TLM_UPDATED;
    socket->nb_transport_fw(payload, phase, delay);
    return tlm::TLM_ACCEPTED;
  }

  void advance(Payload& payload, const tlm::tlm_phase& phase) {
    end_request(payload);
    if (phase == tlm::BEGIN_RESP) {
      find(payload).response_began = sc_core::sc_time_stamp();
      tlm::tlm_phase out = tlm::END_RESP;
      sc_core::sc_time delay = style_.response_delay;
      socket->nb_transport_fw(payload, out, delay);
    }
    if (phase != tlm::END_REQ) finish(payload);
    send_next();
    if (idle() && on_idle) on_idle();
  }

  void end_request(Payload& payload) {
    if (requesting_ != &payload) return;
    requesting_ = nullptr;
    find(payload).request_ended = sc_core::sc_time_stamp();
  }

  Access& find(Payload& payload) {
    for (Outstanding& one : outstanding_)
      if (one.payload == &payload) return *one.access;
    throw std::logic_error("a phase of a payload that is not under way");
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
  const Style style_;
  std::list<Access> accesses_;
  std::deque<Access*> waiting_;
  std::list<Outstanding> outstanding_;
  Payload* requesting_ = nullptr;
  tlm_utils::peq_with_cb_and_phase<AtInitiator> later_;
};

inline void PrintTo(const AtInitiator::Style& style, std::ostream* out) {
  static const char* const kNames[] = {"Later", "EndRespReturned", "Completed", "EndRespInTheCall"};
  *out << kNames[static_cast<int>(style.answer)] << (style.eager ? ", eager" : "")
       << (style.own_phase ? ", with a phase of its own" : "") << ", delays " << style.request_delay
       << " and " << style.response_delay;
}

}  // namespace gf::test
