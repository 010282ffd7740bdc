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

/// Peers' accesses to this GPU's memory, by the TLM-2.0 base protocol; any target plugs in.
/// Timing: an access begins receive_latency after its packet's last bit, one request phase at a
/// time; the packet's place in the receive buffer is freed at END_REQ. A read or atomic is taken
/// only while fewer than reads_at_memory wait for their response to leave.
/// Order: packets of a link in the order in which they came; of several links, the older first.
/// `memory` unbound, writes are counted and reads bring zeros, at once.
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

  Completer(const sc_core::sc_module_name& name, const PortParams& params, unsigned links,
            NvlinkPool& pool, NvlinkPort& port);

  /// Takes a request packet, which may be served from `packet.ready` on.
  void request_comes(NvlinkPacket& packet);
  /// A response has left the port: one more read or atomic may be taken.
  void response_left();
  /// Functional access to local memory; address bits of the GPU are taken off.
  unsigned debug(tlm::tlm_generic_payload& access);

  [[nodiscard]] bool idle() const override { return held_ == 0; }
  void append_waits(std::vector<core::Wait>& waits) const override;
  [[nodiscard]] const Stats& stats() const { return stats_; }

 private:
  void request_ended(std::uint64_t key) override;
  void access_ended(std::uint64_t key, tlm::tlm_response_status status) override;
  void serve();  ///< Process; the only process that issues accesses.
  // What each packet passes is inline: a call each would be felt.
  [[nodiscard]] inline model::PacketQueue<NvlinkPacket>* oldest();
  [[nodiscard]] inline bool may_issue(const NvlinkPacket& packet) const;
  inline void issue(NvlinkPacket& packet);
  inline bool access(NvlinkPacket& packet);  ///< True: the memory has taken it.
  inline void count(const NvlinkPacket& packet);
  inline void answer(NvlinkPacket& packet, bool failed);

  const PortParams params_;
  NvlinkPool& pool_;
  NvlinkPort& port_;
  std::vector<model::PacketQueue<NvlinkPacket>> requests_;  ///< Requests of each link.
  unsigned reads_ = 0;  ///< Reads taken whose response has not left.
  unsigned held_ = 0;   ///< Packets here, waiting or at memory, where their addresses are keys.
  core::Wakeup wakeup_{this, core::Runs<&Completer::serve>{}};
  Stats stats_;
};

}  // namespace gf::hw::nvlink
