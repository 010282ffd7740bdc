// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <tlm>

#include "core/base/ring.h"
#include "hw/gpu/memory/bulk.h"
#include "hw/gpu/memory/busy_parts.h"
#include "hw/gpu/memory/dram/memory_params.h"
#include "hw/gpu/memory/dram/memory_stats.h"
#include "tlm_models/link/packet_pool.h"
#include "tlm_models/memory/byte_pages.h"

namespace gf::hw::gpu {

/// The way in for peers and any other initiator to a GPU's memory: a target of the TLM-2.0 base
/// protocol. Addresses count from 0, the first byte of this memory. They may have the home bits of
/// physical addresses, if these are its own. The whole range must be in this memory.
///
/// Timing: a request is cut into lines for the ports of the crossbar in the first cycle after it
/// came. END_REQ comes when the last line has a place there (at once if places are free).
/// BEGIN_RESP comes in the cycle in which the last line's answer came. Responses go one at a time,
/// at most `peer_ports` a cycle; only one a cycle if its call does not return with the end of the
/// phase, without delay. b_transport adds the time of an unloaded DRAM read. transport_dbg takes no
/// time, and moves nothing unless the memory has contents (`real_bytes`).
///
/// Order: first come first served; responses in the order in which requests end. Errors: byte
/// enables, streaming and addresses of other memories get their error response.
class PeerServer final : private tlm::tlm_fw_transport_if<>, private BulkClient {
 public:
  /// The standard's plain socket: the convenience sockets look each response up among blocking
  /// calls.
  using Socket =
      tlm::tlm_target_socket<32, tlm::tlm_base_protocol_types, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;

  PeerServer(const MemoryParams& params, Socket& socket, BulkPort& port, unsigned gpu,
             std::uint64_t memory_bytes, model::BytePages& bytes, core::ClockMember& clock,
             MemoryStats& stats, BusyParts& busy, MemoryPart part);

  [[nodiscard]] std::uint64_t memory_bytes() const { return memory_bytes_; }

  /// Returns whether a request waits to be taken or answered, whenever it is due.
  [[nodiscard]] bool busy() const { return !coming_.empty() || !done_.empty(); }
  /// Returns whether step() has something to do in cycle `now`.
  [[nodiscard]] bool due(core::Cycle now) const {
    return (!coming_.empty() && coming_.front()->at <= now) ||
           (!done_.empty() && responding_ == nullptr);
  }
  void step(core::Cycle now);
  [[nodiscard]] core::Cycle next(core::Cycle now) const {
    core::Cycle at = coming_.empty() ? core::kNoCycle : coming_.front()->at;
    if (!done_.empty() && responding_ == nullptr) at = std::min(at, free_from_);
    return std::max(at, now + 1);
  }
  [[nodiscard]] bool idle() const {
    return open_.in_use() == 0 && done_.empty() && responding_ == nullptr;
  }

 private:
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) override;
  unsigned transport_dbg(tlm::tlm_generic_payload& payload) override;
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi) override;
  // Each access passes these; they are inline because the calls would cost noticeable time.
  inline bool begin(tlm::tlm_generic_payload& payload, core::Cycle at);
  [[nodiscard]] inline tlm::tlm_response_status check(
      const tlm::tlm_generic_payload& payload) const;
  bool move(tlm::tlm_generic_payload& payload);  ///< Returns false if refused or without contents.
  inline void count(const Bulk& bulk);
  void bulk_taken(Bulk& bulk, core::Cycle now) override;
  void bulk_done(Bulk& bulk, core::Cycle now) override;
  inline void respond(core::Cycle now);
  [[nodiscard]] bool may_respond(core::Cycle now) const {
    return free_from_ <= now || (free_from_ == now + 1 && responses_ < params_.peer_ports);
  }
  inline void ended(core::Cycle at);

  const MemoryParams& params_;
  Socket& socket_;
  BulkPort& port_;
  const unsigned gpu_;
  const std::uint64_t memory_bytes_;
  model::BytePages& bytes_;
  core::ClockMember& clock_;
  MemoryStats& stats_;
  BusyParts& busy_;
  const MemoryPart part_;  ///< Identifies this server.
  const core::Ticks idle_latency_;
  model::PacketPool<Bulk> open_;
  core::Ring<Bulk*> coming_;  ///< Not at the port yet: their delay has not passed.
  core::Ring<tlm::tlm_generic_payload*> done_;      ///< Wait for their response phase.
  tlm::tlm_generic_payload* responding_ = nullptr;  ///< In its response phase.
  unsigned responses_ = 0;                          ///< Responses of cycle free_from_ - 1.
  core::Cycle free_from_ = 0;                       ///< When the next response may begin.
};

}  // namespace gf::hw::gpu
