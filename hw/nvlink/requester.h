// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_target_socket.h>
#include <vector>

#include "core/quiescence.h"
#include "core/ring.h"
#include "core/stats.h"
#include "core/wakeup.h"
#include "hw/nvlink/packet.h"
#include "hw/nvlink/port_params.h"

namespace gf::hw::nvlink {

/// Turns a GPU's TLM-2.0 base protocol accesses to peers into request packets; any initiator plugs
/// in. An access is cut at multiples of 256 B.
/// Timing (nb_transport): a packet can leave send_latency after BEGIN_REQ. END_REQ when the last
/// packet of the access is queued, on the return path if that is at once: back-pressure is an
/// END_REQ that does not come. BEGIN_RESP when every byte read has come back, or every byte written
/// is known to be in the peer's memory; one response phase at a time.
/// b_transport and transport_dbg act on the peer's memory at once and take no time.
/// Order: packets leave in the order of their accesses; responses in the order in which they end.
/// Refused with TLM_COMPLETED: a GPU without a way to it (address error), streaming, a read with
/// byte enables, an atomic that crosses a multiple of 256 B. A null data pointer makes an access
/// without real bytes (a data pointer that is null, or model::no_bytes()): it takes the same time.
class Requester final : public sc_core::sc_module, public core::Quiescent, private RequestOrigin {
 public:
  /// Where packets go: the port.
  class Outbound {
   public:
    virtual ~Outbound() = default;
    static constexpr unsigned kNoWay = ~0u;
    [[nodiscard]] virtual unsigned link_to(std::uint64_t gpu) const = 0;  ///< Or kNoWay.
    [[nodiscard]] virtual bool room(unsigned link) const = 0;
    virtual void queue_request(unsigned link, NvlinkPacket& packet) = 0;
    virtual unsigned debug_out(tlm::tlm_generic_payload& access) = 0;
  };

  tlm_utils::simple_target_socket_optional<Requester> socket{"socket"};

  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter reads{*this, "reads", core::Unit::kCount, "read accesses"};
    core::Counter writes{*this, "writes", core::Unit::kCount, "write accesses"};
    core::Counter atomics{*this, "atomics", core::Unit::kCount, "atomic accesses"};
    core::Counter errors{*this, "errors", core::Unit::kCount, "accesses that ended in error"};
    core::Counter read_bytes{*this, "read_bytes", core::Unit::kBytes, "read from peers"};
    core::Counter write_bytes{*this, "write_bytes", core::Unit::kBytes, "written to peers"};
    core::Duration blocked{*this, "blocked", "END_REQ withheld: request queue or accesses full"};
    core::Histogram latency{*this, "latency", core::Unit::kSeconds, "request to response", 1e-15};
  };

  SC_HAS_PROCESS(Requester);
  Requester(const sc_core::sc_module_name& name, const PortParams& params, unsigned gpu,
            NvlinkPool& pool, Outbound& out);

  /// A response packet is there; it stays the caller's.
  void response_comes(const NvlinkPacket& packet);
  /// A request packet has left by `link`.
  void room_comes(unsigned link);

  [[nodiscard]] bool idle() const override { return under_way_ == 0 && waiting_ == nullptr; }
  void append_waits(std::vector<core::Wait>& waits) const override;
  [[nodiscard]] const Stats& stats() const { return stats_; }

 private:
  struct Access {
    tlm::tlm_generic_payload* payload = nullptr;
    const model::AtomicExtension* atomic = nullptr;
    core::Ticks began = 0;
    unsigned link = 0;
    std::uint32_t made = 0;   ///< Bytes for which a packet was made.
    std::uint32_t ended = 0;  ///< Bytes read or written.
    bool failed = false;
  };
  struct WriteAnswer {
    std::uint32_t access;
    std::uint32_t bytes;
    bool failed;
    core::Ticks at;
  };
  static constexpr std::uint32_t kNone = ~0u;

  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  unsigned transport_dbg(tlm::tlm_generic_payload& payload);
  void write_ended(std::uint32_t access, std::uint32_t bytes, bool failed, core::Ticks at) override;

  [[nodiscard]] tlm::tlm_response_status check(const tlm::tlm_generic_payload& payload) const;
  tlm::tlm_sync_enum begin(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                           core::Ticks at);
  std::uint32_t start(tlm::tlm_generic_payload& payload, core::Ticks at);
  bool make_packets(std::uint32_t number);  ///< True: all made.
  NvlinkPacket& make_packet(Access& access, std::uint32_t number, std::uint32_t bytes);
  void copy_in(NvlinkPacket& packet, const Access& access);
  void count(const Access& access);
  void end_request(tlm::tlm_generic_payload& payload);
  void progress(std::uint32_t number, std::uint32_t bytes, bool failed);
  void due();  ///< SC_METHOD; answers to writes, and the end of a response phase.
  void respond();
  void finish(std::uint32_t number);
  void start_waiting();

  const PortParams params_;
  const core::Ticks send_latency_;
  const unsigned gpu_;
  NvlinkPool& pool_;
  Outbound& out_;
  std::vector<Access> accesses_;
  std::vector<std::uint32_t> free_;
  unsigned under_way_ = 0;
  std::uint32_t requesting_ = kNone;             ///< Not all of its packets are made.
  tlm::tlm_generic_payload* waiting_ = nullptr;  ///< Came when no access was free.
  core::Ticks blocked_since_ = 0;                ///< Of requesting_ or waiting_.
  core::Ring<WriteAnswer> answers_;              ///< By date.
  core::Ring<std::uint32_t> responses_;          ///< Ended, response phase to come.
  std::uint32_t responding_ = kNone;             ///< BEGIN_RESP sent, END_RESP to come.
  core::Ticks response_free_at_ = 0;             ///< End of a response phase known ahead.
  core::Wakeup wakeup_{"wakeup"};
  Stats stats_;
};

}  // namespace gf::hw::nvlink
