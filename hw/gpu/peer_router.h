// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <vector>

namespace gf::hw::gpu {

/// Connects a GPU to two fabrics: routes each access by the number of its peer (home << 40
/// | offset, tlm_models/gpu/page_table.h).
///   from_gpu   takes the accesses of GpuMemory::to_peers
///   by_link    accesses to homes named by link() leave here
///   by_bus     all others leave here
/// Timing: none; each call is forwarded at once, in both directions. In hardware it is one table.
/// Order: unchanged. As in the base protocol, only one request phase is open at a time. An access
/// that one fabric has not taken yet holds up those behind it, on both routes.
/// Precondition: GPU and fabrics end phases as PeerPort does and expects. Responses come in calls
/// made by the fabric, and the return of such a call ends them.
class PeerRouter final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<PeerRouter> from_gpu{"from_gpu"};
  tlm_utils::simple_initiator_socket<PeerRouter> by_link{"by_link"};
  tlm_utils::simple_initiator_socket<PeerRouter> by_bus{"by_bus"};

  explicit PeerRouter(const sc_core::sc_module_name& name);
  /// Routes accesses to GPU `peer` through by_link. Call it before the simulation starts.
  void link(unsigned peer);

 private:
  tlm::tlm_sync_enum forward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                             sc_core::sc_time& delay);
  tlm::tlm_sync_enum backward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                              sc_core::sc_time& delay);
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  unsigned transport_dbg(tlm::tlm_generic_payload& payload);
  tlm_utils::simple_initiator_socket<PeerRouter>& way(std::uint64_t address);

  std::vector<bool> linked_;  ///< Indexed by home.
};

}  // namespace gf::hw::gpu
