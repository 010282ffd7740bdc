// SPDX-License-Identifier: Apache-2.0
// Two models that use TLM-2.0 and know nothing of GPUFabric, on a PCIe switch. An initiator at
// GPU 0 writes to a memory attached at GPU 1, reads the data back, and prints the time of each
// access.
#include <cstring>
#include <iostream>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <vector>

#include "core/base/units.h"
#include "platforms/pcie/endpoint_tree.h"
#include "tlm_models/topology/pcie/pcie_presets.h"

namespace {

using sc_core::sc_time;

/// A memory: loosely timed, 100 ns per access.
class Memory final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Memory> socket{"socket"};
  explicit Memory(const sc_core::sc_module_name& name) : sc_module(name), bytes_(1 << 20) {
    socket.register_b_transport(this, &Memory::access);
  }

 private:
  void access(tlm::tlm_generic_payload& payload, sc_time& delay) {
    if (payload.get_address() + payload.get_data_length() > bytes_.size()) {
      payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
      return;
    }
    unsigned char* const here = bytes_.data() + payload.get_address();
    if (payload.is_write()) std::memcpy(here, payload.get_data_ptr(), payload.get_data_length());
    if (payload.is_read()) std::memcpy(payload.get_data_ptr(), here, payload.get_data_length());
    delay += sc_time(100, sc_core::SC_NS);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  std::vector<unsigned char> bytes_;
};

/// A processor; only its accesses are modelled.
class Processor final : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Processor> socket{"socket"};
  bool good = false;  ///< The data read equal the data written.

  SC_HAS_PROCESS(Processor);
  Processor(const sc_core::sc_module_name& name, std::uint64_t remote)
      : sc_module(name), remote_(remote) {
    SC_THREAD(work);
  }

 private:
  void work() {
    std::vector<unsigned char> sent(4096);
    for (std::size_t i = 0; i < sent.size(); ++i) sent[i] = static_cast<unsigned char>(7 * i);
    std::vector<unsigned char> found(sent.size());
    const bool wrote = access(tlm::TLM_WRITE_COMMAND, sent);
    const bool read = access(tlm::TLM_READ_COMMAND, found);
    good = wrote && read && found == sent;
  }
  bool access(tlm::tlm_command command, std::vector<unsigned char>& data) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(remote_);
    payload.set_data_ptr(data.data());
    payload.set_data_length(static_cast<unsigned>(data.size()));
    payload.set_streaming_width(static_cast<unsigned>(data.size()));
    const sc_time begin = sc_core::sc_time_stamp();
    sc_time delay = sc_core::SC_ZERO_TIME;
    socket->b_transport(payload, delay);
    wait(delay);
    const char* const what = command == tlm::TLM_WRITE_COMMAND ? "write" : "read";
    std::cout << what << " of " << data.size()
              << " B: " << (sc_core::sc_time_stamp() - begin).to_seconds() * 1e9 << " ns, "
              << payload.get_response_string() << '\n';
    return payload.is_response_ok();
  }
  const std::uint64_t remote_;
};

}  // namespace

int sc_main(int, char*[]) {
  using namespace gf;
  core::set_time_resolution();  // before any time is used
  const model::PcieTree tree = model::make_pcie_tree("switch:2");
  const platforms::pcie::EndpointTreeParams params(tree);
  platforms::pcie::EndpointTree machine(tree, params, 1);
  Memory memory("memory");
  machine.gpu(1).memory.socket.bind(memory.socket);
  Processor processor("processor", machine.gpu(1).window().first);
  processor.socket.bind(machine.gpu(0).requester.socket);
  sc_core::sc_start();
  return processor.good ? 0 : 1;
}
