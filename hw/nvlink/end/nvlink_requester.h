// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>
#include <tlm>
#include <vector>

#include "core/base/ring.h"
#include "core/stats/stats.h"
#include "core/time/quiescence.h"
#include "core/time/wakeup.h"
#include "hw/nvlink/end/nvlink_port_params.h"
#include "hw/nvlink/lanes/nvlink_packet.h"
#include "tlm_models/memory/at_target.h"

namespace gf::hw::nvlink {

class NvlinkPort;

/// Converts a GPU's accesses to peers into request packets. It uses the TLM-2.0 base protocol, so
/// any initiator can be bound. An access is split at multiples of 256 B.
/// Timing (nb_transport): a packet can leave send_latency after BEGIN_REQ. END_REQ follows when the
/// last packet of the access is queued, on the return path if that is at once. Back-pressure delays
/// END_REQ. BEGIN_RESP follows when all bytes read have arrived, or when all bytes written are
/// known to be in the peer's memory; one response phase at a time. b_transport and transport_dbg
/// access the peer's memory at once and take no time.
/// Order: packets leave in the order of their accesses; responses in the order in which the
/// accesses end.
/// Groups of switches are addressed as GPUs are. A read of a group with an AtomicExtension reduces
/// by its op (without one it adds), and may have any length.
/// Refused: a GPU that cannot be reached (address error), streaming, a read with byte enables, an
/// atomic that crosses a multiple of 256 B. Also an atomic write to a group (command error), and a
/// read of a group that does not have whole elements of 4 B (burst error). An access whose data
/// pointer is null or model::no_bytes() transfers no real bytes and takes the same time.
class NvlinkRequester final : public model::AtTarget,
                              public core::Quiescent,
                              public NvlinkAnswerClient {
 public:
  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter reads{*this, "reads", core::Unit::kCount, "read accesses"};
    core::Counter writes{*this, "writes", core::Unit::kCount, "write accesses"};
    core::Counter atomics{*this, "atomics", core::Unit::kCount, "atomic accesses"};
    core::Counter errors{*this, "errors", core::Unit::kCount, "accesses that ended in error"};
    core::Counter read_bytes{*this, "read_bytes", core::Unit::kBytes, "read from peers"};
    core::Counter write_bytes{*this, "write_bytes", core::Unit::kBytes, "written to peers"};
    core::Duration blocked{*this, "blocked",
                           "time that END_REQ was withheld: request queue or access table full"};
    core::Histogram latency{*this, "latency", core::Unit::kSeconds, "time from request to response",
                            1e-15};
  };

  NvlinkRequester(const sc_core::sc_module_name& name, const NvlinkPortParams& params, unsigned gpu,
                  NvlinkPool& pool, NvlinkPort& port);

  /// A response packet has arrived; it remains the caller's.
  void response_comes(const NvlinkPacket& packet);
  /// A request packet has left on `link`.
  void room_comes(unsigned link);
  void write_ended(Key access, std::uint32_t bytes, bool failed, core::Ticks at) override;

  [[nodiscard]] bool idle() const override { return nothing_under_way(); }
  void append_waits(std::vector<core::Wait>& waits) const override {
    append_transactions(waits, get_parent_object()->name());
  }
  [[nodiscard]] const Stats& stats() const { return stats_; }

 private:
  struct WriteAnswer {
    Key access;
    std::uint32_t bytes;
    bool failed;
    core::Ticks at;
  };

  [[nodiscard]] tlm::tlm_response_status refuse(
      const tlm::tlm_generic_payload& payload, const model::AtomicExtension* atomic) const override;
  void refused() override { ++stats_.errors; }
  bool access(Key key) override;
  unsigned debug(tlm::tlm_generic_payload& payload) override;
  void blocking(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) override;

  /// Returns whether it is an atomic at a peer's memory, and no reduction by a switch.
  [[nodiscard]] static bool is_atomic(const Transaction& one) {
    return one.atomic != nullptr && !is_group(gpu_of(one.payload->get_address()));
  }
  bool make_packets(Key key);  ///< Returns whether all are made.
  inline NvlinkPacket& make_packet(const Transaction& one, Key key, std::uint32_t bytes);
  void copy_in(NvlinkPacket& packet, const Transaction& one);
  inline void count(const Transaction& one);
  inline void progress(Key key, std::uint32_t bytes, bool failed);
  void due();  ///< SC_METHOD; handles answers to writes.

  const NvlinkPortParams params_;
  const core::Ticks send_latency_;
  const unsigned gpu_;
  NvlinkPool& pool_;
  NvlinkPort& port_;
  unsigned link_ = 0;  ///< Way of the next packet of the access that is in its request phase.
  core::Ring<WriteAnswer> answers_;  ///< By time.
  core::Wakeup wakeup_{this, core::Runs<&NvlinkRequester::due>{}};
  Stats stats_;
};

}  // namespace gf::hw::nvlink
