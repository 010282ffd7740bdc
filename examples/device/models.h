// SPDX-License-Identifier: Apache-2.0
// Two models that use SystemC and TLM-2.0 and know nothing of GPUFabric.
#pragma once

#include <cstdint>
#include <cstring>
#include <systemc>
#include <tlm>
#include <tlm_utils/peq_with_get.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <vector>

/// An initiator, loosely timed: writes `bytes` bytes to `address`, reads them back and compares.
class Prober final : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Prober> socket{"socket"};

  SC_HAS_PROCESS(Prober);
  Prober(const sc_core::sc_module_name& name, std::uint64_t address, unsigned bytes)
      : sc_module(name), address_(address), bytes_(bytes) {
    SC_THREAD(work);
  }

 private:
  void work() {
    std::vector<unsigned char> sent(bytes_), found(bytes_);
    for (unsigned i = 0; i < bytes_; ++i) sent[i] = static_cast<unsigned char>(7 * i + 1);
    access(tlm::TLM_WRITE_COMMAND, sent);
    access(tlm::TLM_READ_COMMAND, found);
    if (found != sent) SC_REPORT_ERROR(name(), "the bytes read differ from those written");
  }

  void access(tlm::tlm_command command, std::vector<unsigned char>& data) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address_);
    payload.set_data_ptr(data.data());
    payload.set_data_length(bytes_);
    payload.set_streaming_width(bytes_);
    const sc_core::sc_time begin = sc_core::sc_time_stamp();
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    socket->b_transport(payload, delay);
    wait(delay);
    if (payload.is_response_error()) SC_REPORT_ERROR(name(), payload.get_response_string().c_str());
    const std::string text =
        (command == tlm::TLM_WRITE_COMMAND ? "wrote " : "read ") + std::to_string(bytes_) +
        " B in " + std::to_string((sc_core::sc_time_stamp() - begin).to_seconds() * 1e6) + " us";
    SC_REPORT_INFO(name(), text.c_str());
  }

  const std::uint64_t address_;
  const unsigned bytes_;
};

/// A target, approximately timed: a memory that serves one access after the other, at a rate.
class Buffer final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Buffer> socket{"socket"};

  SC_HAS_PROCESS(Buffer);
  Buffer(const sc_core::sc_module_name& name, std::size_t size, double bytes_per_second)
      : sc_module(name), bytes_(size), rate_(bytes_per_second) {
    socket.register_nb_transport_fw(this, &Buffer::nb_transport_fw);
    socket.register_transport_dbg(this, &Buffer::move);
    SC_THREAD(serve);
  }

 private:
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) {
    if (phase == tlm::END_RESP) {
      response_over_.notify(delay);
      return tlm::TLM_COMPLETED;
    }
    payload.acquire();
    requests_.notify(payload, delay);
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }

  void serve() {
    while (true) {
      tlm::tlm_generic_payload* const payload = requests_.get_next_transaction();
      if (payload == nullptr) {
        wait(requests_.get_event());
        continue;
      }
      wait(payload->get_data_length() / rate_, sc_core::SC_SEC);
      const bool whole = move(*payload) == payload->get_data_length();
      payload->set_response_status(whole ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE);
      tlm::tlm_phase phase = tlm::BEGIN_RESP;
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      if (socket->nb_transport_bw(*payload, phase, delay) == tlm::TLM_ACCEPTED)
        wait(response_over_);
      else
        wait(delay);
      payload->release();
    }
  }

  /// Returns the number of bytes moved: all, or none of an access beyond the end.
  unsigned move(tlm::tlm_generic_payload& payload) {
    const unsigned count = payload.get_data_length();
    if (payload.get_address() + count > bytes_.size()) return 0;
    unsigned char* const here = bytes_.data() + payload.get_address();
    if (payload.is_write()) std::memcpy(here, payload.get_data_ptr(), count);
    if (payload.is_read()) std::memcpy(payload.get_data_ptr(), here, count);
    return count;
  }

  std::vector<unsigned char> bytes_;
  const double rate_;
  tlm_utils::peq_with_get<tlm::tlm_generic_payload> requests_{"requests"};
  sc_core::sc_event response_over_{"response_over"};
};
