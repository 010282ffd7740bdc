// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>
#include <tlm>
#include <vector>

#include "core/stats/stats.h"
#include "core/time/quiescence.h"
#include "core/time/wakeup.h"
#include "hw/nvlink/end/nvlink_port_params.h"
#include "hw/nvlink/lanes/nvlink_packet.h"
#include "tlm_models/link/packet_queue.h"
#include "tlm_models/memory/at_master.h"

namespace gf::hw::nvlink {

class NvlinkPort;

/// Serves peers' accesses to this GPU's memory. It uses the TLM-2.0 base protocol, so any target
/// can be bound.
/// Timing: an access begins receive_latency after its packet's last bit, one request phase at a
/// time. The packet's space in the receive buffer is freed at END_REQ. A read or atomic is accepted
/// only while fewer than reads_at_memory responses have still to leave.
/// Order: packets of a link are served in arrival order; among several links the oldest packet
/// comes first.
/// If `memory` is not bound, writes are counted and reads return zeros, at once.
class Completer final : public sc_core::sc_module,
                        public core::Quiescent,
                        private model::AtMaster::Client {
 public:
  model::AtMaster memory{"memory", *this};

  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter reads{*this, "reads", core::Unit::kCount, "read packets served"};
    core::Counter writes{*this, "writes", core::Unit::kCount, "write packets served"};
    core::Counter atomics{*this, "atomics", core::Unit::kCount, "atomic packets served"};
    core::Counter read_bytes{*this, "read_bytes", core::Unit::kBytes, "bytes read by peers"};
    core::Counter write_bytes{*this, "write_bytes", core::Unit::kBytes, "bytes written by peers"};
    core::Counter refused{*this, "refused", core::Unit::kCount, "accesses that memory refused"};
  };

  Completer(const sc_core::sc_module_name& name, const NvlinkPortParams& params, unsigned links,
            NvlinkPool& pool, NvlinkPort& port);

  /// Accepts a request packet, which may be served from `packet.ready` on.
  void request_comes(NvlinkPacket& packet);
  /// A response has left the port, so one more read or atomic may be accepted.
  void response_left();
  /// Functional access to local memory; the address bits that name the GPU are removed.
  unsigned debug(tlm::tlm_generic_payload& access);

  [[nodiscard]] bool idle() const override { return held_ == 0; }
  void append_waits(std::vector<core::Wait>& waits) const override;
  [[nodiscard]] const Stats& stats() const { return stats_; }

 private:
  void request_ended(std::uint64_t key) override;
  void access_ended(std::uint64_t key, tlm::tlm_response_status status) override;
  void serve();  ///< SC_METHOD; the only process that issues accesses.
  // Inline because every packet passes through these functions.
  [[nodiscard]] inline model::PacketQueue<NvlinkPacket>* oldest();
  [[nodiscard]] inline bool may_issue(const NvlinkPacket& packet) const;
  inline void issue(NvlinkPacket& packet);
  inline bool access(NvlinkPacket& packet);  ///< Returns whether the memory has accepted it.
  inline void count(const NvlinkPacket& packet);
  inline void answer(NvlinkPacket& packet, bool failed);

  const NvlinkPortParams params_;
  NvlinkPool& pool_;
  NvlinkPort& port_;
  std::vector<model::PacketQueue<NvlinkPacket>> requests_;  ///< Requests of each link.
  unsigned reads_ = 0;  ///< Accepted reads whose response has not left.
  unsigned held_ = 0;   ///< Packets held here, waiting or at memory; their addresses are the keys.
  core::Wakeup wakeup_{this, core::Runs<&Completer::serve>{}};
  Stats stats_;
};

}  // namespace gf::hw::nvlink
