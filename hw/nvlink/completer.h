// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>
#include <tlm>
#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <vector>

#include "core/quiescence.h"
#include "core/stats.h"
#include "core/wakeup.h"
#include "hw/nvlink/packet.h"
#include "hw/nvlink/port_params.h"
#include "tlm_models/link/packet_queue.h"
#include "tlm_models/memory/payload_pool.h"

namespace gf::hw::nvlink {

/// Peers' accesses to this GPU's memory, by the TLM-2.0 base protocol; any target plugs in.
/// Timing: an access begins receive_latency after its packet's last bit, one request phase at a
/// time; the packet's place in the receive buffer is freed at END_REQ. A read or atomic is taken
/// only while fewer than reads_at_memory wait for their response to leave.
/// Order: packets of a link in the order in which they came; of several links, the older first.
/// Unbound, writes are counted and reads bring zeros, at once.
class Completer final : public sc_core::sc_module, public core::Quiescent {
 public:
  class Port {
   public:
    virtual ~Port() = default;
    virtual void free_place(const NvlinkPacket& request) = 0;
    virtual void queue_response(NvlinkPacket& packet) = 0;
  };

  tlm_utils::simple_initiator_socket_optional<Completer> socket{"socket"};

  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter reads{*this, "reads", core::Unit::kCount, "read packets served"};
    core::Counter writes{*this, "writes", core::Unit::kCount, "write packets served"};
    core::Counter atomics{*this, "atomics", core::Unit::kCount, "atomic packets served"};
    core::Counter read_bytes{*this, "read_bytes", core::Unit::kBytes, "read by peers"};
    core::Counter write_bytes{*this, "write_bytes", core::Unit::kBytes, "written by peers"};
    core::Counter refused{*this, "refused", core::Unit::kCount, "accesses that memory refused"};
  };

  SC_HAS_PROCESS(Completer);
  Completer(const sc_core::sc_module_name& name, const PortParams& params, unsigned links,
            NvlinkPool& pool, Port& port);

  /// A request packet that may be served from `packet.ready` on.
  void request_comes(NvlinkPacket& packet);
  void response_left();
  /// Functional access to local memory; address bits of the GPU are taken off.
  unsigned debug(tlm::tlm_generic_payload& access);

  [[nodiscard]] bool bound() const { return bound_; }
  [[nodiscard]] bool idle() const override { return held_ == 0; }
  void append_waits(std::vector<core::Wait>& waits) const override;
  [[nodiscard]] const Stats& stats() const { return stats_; }

 private:
  /// Stays with a payload of the pool: which packet it stands for, and its atomic's operation.
  struct Errand final : tlm::tlm_extension<Errand> {
    NvlinkPacket* packet = nullptr;
    model::AtomicExtension atomic;
    [[nodiscard]] tlm_extension_base* clone() const override { return nullptr; }
    void copy_from(const tlm_extension_base&) override {}
  };

  void before_end_of_elaboration() override;
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);
  void phase_due(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase);
  void serve();  ///< SC_METHOD; the only process that issues accesses.
  [[nodiscard]] model::PacketQueue<NvlinkPacket>* oldest();
  [[nodiscard]] bool may_issue(const NvlinkPacket& packet) const;
  void issue(NvlinkPacket& packet);
  tlm::tlm_generic_payload& make_payload(NvlinkPacket& packet);
  void accepted(tlm::tlm_generic_payload& payload);
  void ended(tlm::tlm_generic_payload& payload);
  void count(const NvlinkPacket& packet);
  void answer(NvlinkPacket& packet, bool failed);

  const PortParams params_;
  NvlinkPool& pool_;
  Port& port_;
  std::vector<model::PacketQueue<NvlinkPacket>> requests_;  ///< By link.
  model::PayloadPool payloads_;
  tlm::tlm_generic_payload* requesting_ = nullptr;  ///< In its request phase.
  unsigned reads_ = 0;                              ///< Taken, response not sent.
  unsigned held_ = 0;                               ///< Packets here, waiting or at memory.
  bool bound_ = false;
  bool serving_ = false;
  tlm_utils::peq_with_cb_and_phase<Completer> later_;
  core::Wakeup wakeup_{"wakeup"};
  Stats stats_;
};

}  // namespace gf::hw::nvlink
