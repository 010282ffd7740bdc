// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <systemc>
#include <tlm>
#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_target_socket.h>
#include <vector>

#include "tests/support/foreign_phase.h"

namespace gf::test {

/// The storage of the targets below; an access beyond its end is an address error.
class ForeignBytes {
 public:
  explicit ForeignBytes(std::size_t size) : bytes_(size) {}

  void access(tlm::tlm_generic_payload& payload) {
    const std::uint64_t address = payload.get_address();
    if (address + payload.get_data_length() > bytes_.size()) {
      payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
      return;
    }
    const auto place = bytes_.begin() + static_cast<std::ptrdiff_t>(address);
    if (payload.is_write()) {
      std::copy_n(payload.get_data_ptr(), payload.get_data_length(), place);
    } else {
      std::copy_n(place, payload.get_data_length(), payload.get_data_ptr());
    }
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }

 private:
  std::vector<std::uint8_t> bytes_;
};

/// A target as another vendor might write one: nothing but tlm_utils, nb_transport only; 10 ns to
/// END_REQ, 30 ns more to BEGIN_RESP, in any of the ways that the base protocol allows.
class AtTarget final : public sc_core::sc_module {
 public:
  enum class Style {
    kFourPhases,
    kEndReqReturned,
    kBeginRespReturned,
    kCompleted,
    kNoEndReq,
    kSilent,     ///< Takes requests and never responds.
    kInTheCall,  ///< END_REQ and BEGIN_RESP are sent before BEGIN_REQ has returned.
    kAnnotated,  ///< All that it sends is dated ahead; a phase of its own comes first.
  };

  tlm_utils::simple_target_socket<AtTarget> socket{"socket"};

  explicit AtTarget(const sc_core::sc_module_name& name, Style style = Style::kFourPhases,
                    std::size_t size = 65536)
      : sc_module(name), style_(style), later_(this, &AtTarget::due), bytes_(size) {
    socket.register_nb_transport_fw(this, &AtTarget::nb_transport_fw);
    socket.register_transport_dbg(this, &AtTarget::transport_dbg);
  }

 private:
  using Payload = tlm::tlm_generic_payload;

  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) {
    if (phase == tlm::END_RESP) {
      later_.notify(payload, phase, delay);
      return tlm::TLM_ACCEPTED;
    }
    payload.acquire();
    switch (style_) {
      case Style::kSilent:
        later_.notify(payload, tlm::END_REQ, delay + request_time_);
        return tlm::TLM_ACCEPTED;
      case Style::kFourPhases:
        later_.notify(payload, tlm::END_REQ, delay + request_time_);
        later_.notify(payload, tlm::BEGIN_RESP, delay + access_time_);
        return tlm::TLM_ACCEPTED;
      case Style::kNoEndReq:
        later_.notify(payload, tlm::BEGIN_RESP, delay + access_time_);
        return tlm::TLM_ACCEPTED;
      case Style::kEndReqReturned:
        later_.notify(payload, tlm::BEGIN_RESP, delay + access_time_);
        phase = tlm::END_REQ;
        delay += request_time_;
        return tlm::TLM_UPDATED;
      case Style::kBeginRespReturned:
        bytes_.access(payload);
        phase = tlm::BEGIN_RESP;
        delay += access_time_;
        return tlm::TLM_UPDATED;
      case Style::kInTheCall:
        send(payload, tlm::END_REQ);
        if (responding_) {
          later_.notify(payload, tlm::BEGIN_RESP, access_time_);
        } else {
          send(payload, tlm::BEGIN_RESP);
        }
        return tlm::TLM_ACCEPTED;
      case Style::kAnnotated:
        send(payload, FOREIGN_PHASE);
        send(payload, tlm::END_REQ, request_time_);
        later_.notify(payload, tlm::BEGIN_RESP, delay + request_time_);
        return tlm::TLM_ACCEPTED;
      case Style::kCompleted:
        bytes_.access(payload);
        payload.release();
        delay += access_time_;
        return tlm::TLM_COMPLETED;
    }
    return tlm::TLM_ACCEPTED;
  }

  void due(Payload& payload, const tlm::tlm_phase& phase) {
    if (phase == tlm::END_RESP) {
      payload.release();
      responding_ = false;
    } else if (phase == tlm::BEGIN_RESP && responding_) {
      later_.notify(payload, phase, access_time_);  // one response phase at a time
    } else {
      send(payload, phase,
           style_ == Style::kAnnotated ? access_time_ - request_time_ : sc_core::SC_ZERO_TIME);
    }
  }
  void send(Payload& payload, tlm::tlm_phase phase, sc_core::sc_time delay = {}) {
    const bool response = phase == tlm::BEGIN_RESP;
    if (response) {
      bytes_.access(payload);
      responding_ = true;
    }
    const tlm::tlm_sync_enum status = socket->nb_transport_bw(payload, phase, delay);
    if (response && status != tlm::TLM_ACCEPTED) later_.notify(payload, tlm::END_RESP, delay);
  }
  unsigned transport_dbg(Payload& payload) {
    bytes_.access(payload);
    return payload.is_response_ok() ? payload.get_data_length() : 0;
  }

  const sc_core::sc_time request_time_{10, sc_core::SC_NS};
  const sc_core::sc_time access_time_{40, sc_core::SC_NS};
  const Style style_;
  bool responding_ = false;
  tlm_utils::peq_with_cb_and_phase<AtTarget> later_;
  ForeignBytes bytes_;
};

inline void PrintTo(AtTarget::Style style, std::ostream* out) {
  static const char* const kNames[] = {"FourPhases", "EndReqReturned", "BeginRespReturned",
                                       "Completed",  "NoEndReq",       "Silent",
                                       "InTheCall",  "Annotated"};
  *out << kNames[static_cast<int>(style)];
}

/// The same with b_transport only, 25 ns an access: the socket converts.
class LtTarget final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<LtTarget> socket{"socket"};

  explicit LtTarget(const sc_core::sc_module_name& name, std::size_t size = 65536)
      : sc_module(name), bytes_(size) {
    socket.register_b_transport(this, &LtTarget::b_transport);
    socket.register_transport_dbg(this, &LtTarget::transport_dbg);
  }

 private:
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    delay += sc_core::sc_time(25, sc_core::SC_NS);
    bytes_.access(payload);
  }
  unsigned transport_dbg(tlm::tlm_generic_payload& payload) {
    bytes_.access(payload);
    return payload.is_response_ok() ? payload.get_data_length() : 0;
  }
  ForeignBytes bytes_;
};

}  // namespace gf::test
