// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <map>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

namespace gf::test {

/// Stands between an initiator and a target and checks the rules of the base protocol (IEEE 1666,
/// 15.2): order of phases, one request and one response phase at a time, by calls and by annotated
/// dates; a response status at BEGIN_RESP, and none before.
class BaseProtocolChecker final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<BaseProtocolChecker> in{"in"};
  tlm_utils::simple_initiator_socket<BaseProtocolChecker> out{"out"};

  explicit BaseProtocolChecker(const sc_core::sc_module_name& name) : sc_module(name) {
    in.register_nb_transport_fw(this, &BaseProtocolChecker::forward);
    in.register_b_transport(this, &BaseProtocolChecker::blocking);
    in.register_transport_dbg(this, &BaseProtocolChecker::debug);
    out.register_nb_transport_bw(this, &BaseProtocolChecker::backward);
  }

  [[nodiscard]] unsigned ended() const { return ended_; }  ///< Transactions that came to their end.
  [[nodiscard]] bool open() const { return !phases_.empty(); }  ///< Some transaction is under way.

 private:
  using Payload = tlm::tlm_generic_payload;

  tlm::tlm_sync_enum forward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    see(payload, phase, delay);
    const tlm::tlm_phase sent = phase;
    const tlm::tlm_sync_enum status = out->nb_transport_fw(payload, phase, delay);
    if (sent == tlm::BEGIN_REQ) see_return(payload, phase, delay, status);
    return status;
  }
  tlm::tlm_sync_enum backward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    see(payload, phase, delay);
    const tlm::tlm_phase sent = phase;
    const tlm::tlm_sync_enum status = in->nb_transport_bw(payload, phase, delay);
    if (sent <= tlm::END_RESP) see_return(payload, phase, delay, status);
    return status;
  }
  void blocking(Payload& payload, sc_core::sc_time& delay) { out->b_transport(payload, delay); }
  unsigned debug(Payload& payload) { return out->transport_dbg(payload); }

  void see_return(Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay,
                  tlm::tlm_sync_enum status) {
    if (status == tlm::TLM_UPDATED) see(payload, phase, delay);
    if (status == tlm::TLM_COMPLETED) end(payload, sc_core::sc_time_stamp() + delay);
  }
  void see(Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay) {
    const bool known = phases_.count(&payload) != 0;
    const sc_core::sc_time at = sc_core::sc_time_stamp() + delay;
    if (phase == tlm::BEGIN_REQ) {
      EXPECT_FALSE(known) << "BEGIN_REQ twice";
      EXPECT_EQ(requesting_, nullptr) << "BEGIN_REQ while another request is open";
      EXPECT_GE(at, request_free_from_) << "BEGIN_REQ dated before END_REQ";
      requesting_ = &payload;
      request_from_ = at;
      EXPECT_EQ(payload.get_response_status(), tlm::TLM_INCOMPLETE_RESPONSE);
    } else if (phase == tlm::END_REQ) {
      EXPECT_TRUE(known && requesting_ == &payload) << "END_REQ for no open request";
      end_request(at);
    } else if (phase == tlm::BEGIN_RESP) {
      EXPECT_TRUE(known) << "BEGIN_RESP for nothing";
      EXPECT_EQ(responding_, nullptr) << "BEGIN_RESP while another response is open";
      EXPECT_GE(at, response_free_from_) << "BEGIN_RESP dated before END_RESP";
      EXPECT_NE(payload.get_response_status(), tlm::TLM_INCOMPLETE_RESPONSE);
      if (requesting_ == &payload) end_request(at);
      responding_ = &payload;
      response_from_ = at;
    } else if (phase == tlm::END_RESP) {
      EXPECT_EQ(responding_, &payload) << "END_RESP for no open response";
      end(payload, at);
      return;
    } else {
      return;  // not of the base protocol
    }
    phases_[&payload] = phase;
  }
  void end_request(const sc_core::sc_time& at) {
    EXPECT_GE(at, request_from_) << "END_REQ dated before BEGIN_REQ";
    requesting_ = nullptr;
    request_free_from_ = at;
  }
  void end(Payload& payload, const sc_core::sc_time& at) {
    if (requesting_ == &payload) end_request(at);
    if (responding_ == &payload) {
      EXPECT_GE(at, response_from_) << "END_RESP dated before BEGIN_RESP";
      responding_ = nullptr;
      response_free_from_ = at;
    }
    EXPECT_EQ(phases_.erase(&payload), 1u) << "a transaction ended twice";
    ++ended_;
  }

  std::map<Payload*, tlm::tlm_phase> phases_;
  Payload* requesting_ = nullptr;
  Payload* responding_ = nullptr;
  sc_core::sc_time request_from_;        ///< BEGIN_REQ of the last request phase.
  sc_core::sc_time request_free_from_;   ///< Its end.
  sc_core::sc_time response_from_;       ///< BEGIN_RESP of the last response phase.
  sc_core::sc_time response_free_from_;  ///< Its end.
  unsigned ended_ = 0;
};

}  // namespace gf::test
