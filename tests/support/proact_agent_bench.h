// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>
#include <tlm_utils/simple_target_socket.h>
#include <vector>

#include "tests/support/proact_bench.h"

namespace gf::test {

inline ProactBenchOptions options_for(unsigned gpus, bool bytes = true) {
  ProactBenchOptions options;
  options.gpus = gpus;
  options.memory.real_bytes = bytes;
  options.link.policy = "static";
  return options;
}

/// CTA n writes chunk n, whole.
inline hw::proact::ChunkMap chunk_by_cta(const hw::proact::Region& region) {
  return hw::proact::ChunkMap(region, {0, region.chunks()},
                              model::proact::one_to_one(region.bytes, region.chunk));
}

/// CTA n of the first `count` chunks writes a line of chunk n and is done at `at`.
inline void produce(ProactBench& bench, const hw::proact::Region& region, unsigned count,
                    core::Cycle at, unsigned first_slot = 0) {
  for (unsigned i = 0; i < count; ++i) {
    const unsigned number = (first_slot + i) % (ProactBench::kSms * ProactBench::kCtas);
    bench.write(region, i * region.chunk.count(), number % 4, number / 4);
  }
  for (unsigned i = 0; i < count; ++i) {
    const unsigned number = (first_slot + i) % (ProactBench::kSms * ProactBench::kCtas);
    bench.finish(number % 4, number / 4, at);
  }
}

/// A peer that takes what comes at once and writes down when.
class Peer final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Peer> socket{"socket"};
  std::vector<core::Cycle> at;  ///< At 1 GHz.
  std::vector<unsigned> bytes;
  std::vector<std::uint64_t> addresses;
  bool holds = false;  ///< Never ends the first request phase.
  bool refuses = false;

  explicit Peer(const sc_core::sc_module_name& name) : sc_module(name) {
    socket.register_nb_transport_fw(this, &Peer::nb_transport_fw);
  }

 private:
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase&,
                                     sc_core::sc_time&) {
    at.push_back(sc_core::sc_time_stamp() / sc_core::sc_time(1, sc_core::SC_NS));
    bytes.push_back(payload.get_data_length());
    addresses.push_back(payload.get_address());
    if (holds) return tlm::TLM_ACCEPTED;
    payload.set_response_status(refuses ? tlm::TLM_ADDRESS_ERROR_RESPONSE : tlm::TLM_OK_RESPONSE);
    return tlm::TLM_COMPLETED;
  }
};

struct ToPeer : ProactBench {
  explicit ToPeer(ProactBenchOptions options = {}) : ProactBench(unconnected(options)) {
    memories[0]->to_peers.bind(peer.socket);
  }
  static ProactBenchOptions unconnected(ProactBenchOptions options) {
    options.nvlink = false;
    return options;
  }
  Peer peer{"peer"};
};

}  // namespace gf::test
