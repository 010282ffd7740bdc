// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <vector>

namespace gf::hw::gpu {

/// Between a GPU and two fabrics that it hangs on: sends each access to a peer the way that the
/// peer's number says (home << 40 | offset, tlm_models/gpu/page_table.h).
///   from_gpu   GpuMemory::to_peers comes in here
///   by_link    accesses to the homes that link() names leave here
///   by_bus     all others do
/// Timing: none; what comes in goes on in the same call, both ways. One table.
/// Order: as it comes. One request phase is open at a time, as the base protocol has it: an access
/// that one fabric has not taken yet holds up those behind it, whichever way they go.
/// Precondition: GPU and fabrics end phases as PeerPort does and expects: responses come by calls
/// of the fabric's own, and the return of such a call ends them.
class PeerWays final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<PeerWays> from_gpu{"from_gpu"};
  tlm_utils::simple_initiator_socket<PeerWays> by_link{"by_link"};
  tlm_utils::simple_initiator_socket<PeerWays> by_bus{"by_bus"};

  explicit PeerWays(const sc_core::sc_module_name& name);
  /// Accesses to GPU `peer` leave by_link. Before the simulation.
  void link(unsigned peer);

 private:
  tlm::tlm_sync_enum forward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                             sc_core::sc_time& delay);
  tlm::tlm_sync_enum backward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                              sc_core::sc_time& delay);
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  unsigned transport_dbg(tlm::tlm_generic_payload& payload);
  tlm_utils::simple_initiator_socket<PeerWays>& way(std::uint64_t address);

  std::vector<bool> linked_;  ///< By home.
};

}  // namespace gf::hw::gpu
