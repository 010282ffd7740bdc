// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <vector>

#include "core/stats/stats.h"
#include "hw/pcie/port/routing_table.h"

namespace gf::hw::pcie {

/// Connects a GPU to its endpoint. It translates the GPU's physical addresses (home << 40 | offset,
/// tlm_models/gpu/page_table.h) into fabric addresses, where each peer's memory is a window.
///   from_gpu    takes the GPU's accesses to peers
///   to_fabric   passes them on; bound to Endpoint::requester
/// Timing: none; each call is forwarded at once, in both directions. In hardware it is one
/// comparator and one adder.
/// Order: unchanged. As an interconnect component of the TLM-2.0 base protocol it changes only the
/// address of a request.
/// Refused with TLM_COMPLETED and an address error: a home without a window, or bytes beyond the
/// window's end.
class PeerBridge final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<PeerBridge> from_gpu{"from_gpu"};
  tlm_utils::simple_initiator_socket<PeerBridge> to_fabric{"to_fabric"};

  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter refused{*this, "refused", core::Unit::kCount, "accesses that no window claims"};
  };

  explicit PeerBridge(const sc_core::sc_module_name& name);
  /// Places the memory of GPU `peer` at `window`. Call it before the simulation starts.
  void map(unsigned peer, const AddressWindow& window);
  [[nodiscard]] const Stats& stats() const { return stats_; }

 private:
  tlm::tlm_sync_enum forward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                             sc_core::sc_time& delay);
  tlm::tlm_sync_enum backward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                              sc_core::sc_time& delay);
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  unsigned transport_dbg(tlm::tlm_generic_payload& payload);
  bool translate(tlm::tlm_generic_payload& payload);  ///< Returns false if the access is refused.

  std::vector<AddressWindow> windows_;  ///< Window of each GPU; first = last = 0: none.
  Stats stats_;
};

}  // namespace gf::hw::pcie
