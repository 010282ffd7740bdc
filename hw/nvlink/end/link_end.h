// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "core/stats/stats.h"
#include "core/time/quiescence.h"
#include "core/time/renewable.h"
#include "core/time/wakeup.h"
#include "core/trace/hop_journal.h"
#include "core/trace/probe.h"
#include "hw/link/receiver.h"
#include "hw/link/send_slots.h"
#include "hw/link/transmitter.h"
#include "hw/nvlink/end/energy.h"
#include "hw/nvlink/end/link_controller.h"
#include "hw/nvlink/lanes/lane_group.h"
#include "hw/nvlink/lanes/nvlink_packet.h"
#include "hw/nvlink/lanes/turn_protocol.h"
#include "tlm_models/link/packet_queue.h"

namespace gf::hw::nvlink {

/// The port or switch that owns an end of a link. `link` is the end's number in the owner.
class LinkEndClient {
 public:
  virtual ~LinkEndClient() = default;
  /// A packet arrives; its last bit is there at `at`, which may be in the future. The client owns
  /// the packet, and its buffer space until it calls rx.release().
  virtual void on_packet(unsigned link, NvlinkPacket& packet, core::Ticks at) = 0;
  /// Removes and returns the head that `input` has offered for the class; the client offers the
  /// next one during the call.
  virtual NvlinkPacket& take(unsigned link, unsigned input, NvlinkClass of, core::Ticks now) = 0;
  /// Functional access from the link. Returns the number of bytes moved.
  virtual unsigned debug_access(unsigned link, tlm::tlm_generic_payload& access) = 0;
  /// Returns the place where packets of `input` wait for the link, for journals
  /// (core/trace/hop_journal.h).
  [[nodiscard]] virtual std::string place(unsigned link, unsigned input) const = 0;
};

/// One end of a link: lanes, sender with its arbiter, receive buffer, turn protocol, controller.
/// Timing: one packet at a time occupies the direction (LaneGroup); the next leaves when it is
/// free. There is one timed event per packet: the process sleeps until it can send.
/// Order: control packets come first, then round robin over the inputs and classes that have
/// credit. The stall time of a head is split by cause when it leaves: see link::SendSlots.
/// Assumed: the busy time of the incoming lanes, which the receiving PHYs see, is read at the
/// sending end, so it is early by the propagation delay. The number of queued flits at the peer
/// arrives in the DL bits of headers.
class LinkEnd final : public sc_core::sc_module,
                      public core::Quiescent,
                      private core::Renewable,
                      private link::TransmitterClient,
                      private link::ReceiverClient,
                      private TurnProtocol::Client {
 public:
  link::Transmitter tx;
  link::Receiver rx;
  LaneGroup lanes;
  TurnProtocol turns;
  LinkController controller;

  struct Stats : core::StatGroup {
    Stats(const LinkEnd& owner, const NvlinkParams& params);
    core::Counter control{*this, "control", core::Unit::kCount, "control packets sent"};
    core::StallDuration stall{*this, "stall", "time that head packets waited, by cause"};
    core::Counter failed_lanes{*this, "failed_lanes", core::Unit::kCount, "lanes out of service"};
    TransferEnergy transfer_energy;
    PhyEnergy phy_energy;
  };

  SC_HAS_PROCESS(LinkEnd);
  LinkEnd(const sc_core::sc_module_name& name, const NvlinkParams& params, unsigned inputs,
          unsigned number, std::uint64_t seed, NvlinkPool& pool, LinkEndClient& client);

  /// `head` is now the first packet of its class at `input`. It must stay valid until taken.
  void offer(unsigned input, NvlinkPacket& head);
  /// `wire_bytes` more wait for this link, offered or behind an offered head. The end itself
  /// subtracts packets that leave.
  void queue_grows(std::uint32_t wire_bytes) {
    queued_bytes_ += wire_bytes;
    queue_probe_.set(core::now_ticks(), queued_bytes_);
  }
  /// Takes `lanes` out of service now, at both ends. If a direction then has no lane, it gets one
  /// of the other direction's (TurnProtocol::retrain()). If fewer than two are left, the link is
  /// dead, like a failed port.
  void fail(LaneMask lanes);

  [[nodiscard]] unsigned number() const { return number_; }
  [[nodiscard]] const NvlinkParams& params() const { return params_; }
  /// Returns the counters since the start, which the controller samples.
  [[nodiscard]] DirectionRegisters out_registers() const;
  [[nodiscard]] DirectionRegisters in_registers() const;
  [[nodiscard]] const Stats& stats() const { return stats_; }
  /// The work of this link ended at `at`; its PHYs' energy counts up to then.
  void work_ended(core::Ticks at) { stats_.phy_energy.end_at(at); }
  [[nodiscard]] bool idle() const override { return slots_.occupied() == 0 && control_.empty(); }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  friend void connect(LinkEnd& first, LinkEnd& second);

  void credit_comes(core::Ticks at) override;
  void link_free_again() override;
  void on_packet(model::Packet& packet, core::Ticks head_at, core::Ticks tail_at) override;
  unsigned debug_access(tlm::tlm_generic_payload& access) override;
  void send_turn(const TurnMessage& message) override;
  void hold(bool held) override;
  void turn_over(bool refused) override;

  void start_of_simulation() override { lanes.show_all(); }
  void join(LinkEnd& peer, const std::shared_ptr<LaneWires>& wires, unsigned side);
  void share_lanes(unsigned side, LaneMask failed);
  void renew() override;  ///< Restores the initial distribution of lanes and the order of inputs.
  // Inline because every packet passes through these functions.
  void serve_at(core::Ticks at) {
    const core::Ticks free = tx.free_at();
    // otherwise link_free_again() will follow
    if (free != core::kNever) wakeup_.at(std::max(at, free));
  }
  void serve();           ///< SC_METHOD; the only process that takes credit or sends on the link.
  void handle_control();  ///< SC_METHOD; handles control packets that have arrived.
  void lanes_die();       ///< SC_METHOD of the first end, for both ends.
  void expect_deaths(LinkEnd& peer);
  void await_death();
  void keep_both_ways();
  void end_link();
  inline bool send_control(core::Ticks now);
  inline bool send_data(core::Ticks now);
  inline void send(NvlinkPacket& packet);
  void report(core::HopJournal& journal, std::size_t queue, const NvlinkPacket& packet,
              const core::StallTimes& waited);  ///< Journals a packet that leaves its queue.
  void report_control(core::HopJournal& journal, const NvlinkPacket& packet);
  /// Returns when the slot's head can leave, never before now; kNever: an event will follow.
  inline core::Ticks sendable_at(std::size_t slot, core::Ticks now);
  [[nodiscard]] inline core::Ticks next_sendable(core::Ticks now);

  const NvlinkParams params_;
  const unsigned number_;
  NvlinkPool& pool_;
  LinkEndClient& client_;
  LinkEnd* peer_ = nullptr;
  std::shared_ptr<LaneWires> wires_;
  link::SendSlots slots_;      ///< Input x data class.
  std::size_t last_slot_ = 0;  ///< Served last.
  /// When the head of each queue became its first packet; the entry of the control packets follows
  /// those of slots_. Only maintained for a journal of hops.
  std::vector<core::Ticks> first_since_;
  std::vector<core::Ticks> deaths_;  ///< Of each lane; empty: none dies. Kept by the first end.
  bool serving_ = false;
  bool control_waits_ = false;  ///< A control packet lacked credit at the last check.
  bool held_ = false;
  core::Ticks held_since_ = 0;
  core::Ticks held_total_ = 0;  ///< Time held while packets waited.
  std::uint64_t queued_bytes_ = 0;
  std::uint64_t peer_queued_bytes_ = 0;  ///< Bytes queued at the peer according to its last packet.
  model::PacketQueue<NvlinkPacket> control_;  ///< Control packets to send.
  model::PacketQueue<NvlinkPacket> heard_;    ///< Control packets received, some still in flight.
  core::Wakeup wakeup_{this, core::Runs<&LinkEnd::serve>{}};
  core::Wakeup control_wakeup_{this, core::Runs<&LinkEnd::handle_control>{}};
  sc_core::sc_event fail_event_{"fail_event"};
  core::Probe queue_probe_;
  Stats stats_;
};

/// Joins two ends to form a link. The first end has `first_lanes` lanes at the start, and the
/// controller that decides. Throws UserError if their lanes differ.
void connect(LinkEnd& first, LinkEnd& second);

}  // namespace gf::hw::nvlink
