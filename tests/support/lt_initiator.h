// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <vector>

namespace gf::test {

/// A loosely timed initiator as another vendor might write one: nothing but tlm_utils, b_transport
/// in an SC_THREAD.
class LtInitiator final : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<LtInitiator> socket{"socket"};

  SC_HAS_PROCESS(LtInitiator);
  LtInitiator(const sc_core::sc_module_name& name, std::function<void(LtInitiator&)> program)
      : sc_module(name), program_(std::move(program)) {
    SC_THREAD(run);
  }

  tlm::tlm_response_status write(std::uint64_t address, std::vector<std::uint8_t> bytes) {
    return access(tlm::TLM_WRITE_COMMAND, address, bytes);
  }
  tlm::tlm_response_status read(std::uint64_t address, std::vector<std::uint8_t>& bytes) {
    return access(tlm::TLM_READ_COMMAND, address, bytes);
  }
  tlm::tlm_response_status access(tlm::tlm_command command, std::uint64_t address,
                                  std::vector<std::uint8_t>& bytes) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(bytes.data());
    payload.set_data_length(static_cast<unsigned>(bytes.size()));
    payload.set_streaming_width(static_cast<unsigned>(bytes.size()));
    return transport(payload);
  }
  tlm::tlm_response_status transport(tlm::tlm_generic_payload& payload) {
    sc_core::sc_time delay;
    const sc_core::sc_time began = sc_core::sc_time_stamp();
    socket->b_transport(payload, delay);
    sc_core::wait(delay);
    took = sc_core::sc_time_stamp() - began;
    return payload.get_response_status();
  }

  sc_core::sc_time took;  ///< How long the last access took.
  bool done = false;

 private:
  void run() {
    program_(*this);
    done = true;
  }
  const std::function<void(LtInitiator&)> program_;
};

}  // namespace gf::test
