// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "core/base/ring.h"
#include "core/param/param.h"
#include "core/stats/stats.h"
#include "core/time/quiescence.h"
#include "core/time/renewable.h"
#include "core/time/wakeup.h"
#include "core/trace/hop_journal.h"
#include "hw/apenet/torus_packet.h"
#include "hw/link/receiver.h"
#include "hw/link/send_slots.h"
#include "hw/link/transmitter.h"
#include "tlm_models/link/packet_queue.h"
#include "tlm_models/topology/network/torus.h"

namespace gf::core {
class SpanLog;
}  // namespace gf::core

namespace gf::hw::apenet {

/// Parameters of a switch and of its links, which are all alike.
struct TorusSwitchParams : core::ParamGroup {
  TorusSwitchParams();  ///< 34 Gb/s.
  link::LinkParams link;
  core::Param<sc_core::sc_time> hop_latency = param(
      "hop_latency", sc_core::sc_time(150, sc_core::SC_NS), "latency from header in to header out",
      "assumed", {},
      core::plausible(sc_core::sc_time(75, sc_core::SC_NS), sc_core::sc_time(300, sc_core::SC_NS),
                      "15 to 60 cycles of the card at 200 MHz"));
  core::Param<unsigned> buffer =
      param("buffer", 4u, "capacity of a port in packets of 4 KB, for each virtual channel",
            "assumed", core::between(1u, 1024u));
  core::Param<unsigned> local =
      param("local", 2u, "capacity of the queue of packets from this node", "assumed",
            core::between(1u, 1024u));

  void declare(const core::ParamScope& scope);
  void validate(const std::string& path) const;
};

class TorusSwitch;

/// A torus port: one outgoing direction with the heads that wait for it, and one incoming
/// direction.
class TorusPort final : public sc_core::sc_module,
                        private link::TransmitterClient,
                        private link::ReceiverClient {
 public:
  link::Transmitter tx;
  link::Receiver rx;
  link::SendSlots slots;  ///< One slot for each input of the switch.

  TorusPort(const sc_core::sc_module_name& name, unsigned number, const TorusSwitchParams& params,
            std::uint64_t seed, TorusSwitch& owner);
  /// Joins the outgoing direction to `peer`.
  void connect(TorusPort& peer) {
    tx.connect(peer.rx);
    peer_ = &peer;
  }
  /// Does the same through an interposer, `through`, which passes messages on.
  void connect(TorusPort& peer, model::LinkTargetSocket& through) {
    tx.connect(peer.rx, through);
    peer_ = &peer;
  }
  [[nodiscard]] const TorusPort& peer() const { return *peer_; }

 private:
  void credit_comes(core::Ticks at) override;
  void link_free_again() override;
  void on_packet(model::Packet& packet, core::Ticks head_at, core::Ticks tail_at) override;
  unsigned debug_access(tlm::tlm_generic_payload&) override { return 0; }

  const unsigned number_;
  TorusSwitch& owner_;
  const TorusPort* peer_ = nullptr;
};

/// Router and switch of the card: six torus ports and this node's own input and output.
///
/// Timing: virtual cut-through. A packet can leave hop_latency after its header has come, when the
/// output is free and the next switch has room for all of it. A packet for this node is handed over
/// when its last bit has come. One process; it sleeps unless a head can go.
///
/// Order: dimension order with a channel for each class of a ring (model::Torus::next()). At each
/// output the inputs take turns. Packets from one node to another arrive in order. A packet's stall
/// time is split by cause when it leaves: buffer_full behind others of its input, no_credit also
/// for the RX buffer, otherwise as in link::SendSlots.
///
/// Errors: a packet with a wrong CRC is sent again by its link; nothing is lost. Not modelled:
/// cut-through of a packet whose CRC later turns out to be wrong.
class TorusSwitch final : public sc_core::sc_module,
                          public core::Quiescent,
                          private core::Renewable,
                          public PacketSink,
                          private RoomClient {
 public:
  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter injected{*this, "injected", core::Unit::kCount, "packets from this node"};
    core::Counter ejected{*this, "ejected", core::Unit::kCount, "packets for this node"};
    core::Counter forwarded{*this, "forwarded", core::Unit::kCount, "packets put on links"};
    core::Duration blocked{*this, "blocked", "time that heads waited, summed over all inputs"};
    core::StallDuration stall{*this, "stall", "time that heads waited, by cause"};
  };

  TorusSwitch(const sc_core::sc_module_name& name, const TorusSwitchParams& params,
              const model::Torus& torus, unsigned node, std::uint64_t seed);
  /// Sets the sink of packets for this node.
  void connect(PacketSink& local) { local_ = &local; }
  /// Returns the port, or null if the dimension has one node.
  [[nodiscard]] TorusPort* port(unsigned number) { return ports_[number].get(); }

  bool has_room(RoomClient& client) override;
  void take(TorusPacket& packet) override;
  [[nodiscard]] const Stats& stats() const { return stats_; }
  [[nodiscard]] bool idle() const override { return held_ == 0; }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  friend class TorusPort;
  static constexpr unsigned kChannels = 2;
  static constexpr unsigned kInputs = model::Torus::kDirections * kChannels + 1;
  static constexpr unsigned kLocalInput = kInputs - 1;

  struct Input {
    model::PacketQueue<TorusPacket> queue;
    core::Ticks front_since = 0;  ///< When the head came to the front.
  };

  void on_packet(unsigned port, TorusPacket& packet, core::Ticks head_at, core::Ticks tail_at);
  void enqueue(unsigned input, TorusPacket& packet);
  void serve();  ///< Process; the only process that moves packets.
  void serve_link(unsigned port);
  void serve_local();
  void comes_to_front(unsigned input, TorusPacket& packet);
  TorusPacket& leave(unsigned input);
  /// Removes a head from those that wait for its output, which it has done since `since`. Returns
  /// the wait by cause.
  core::StallTimes leave_output(unsigned input, const TorusPacket& packet, core::Ticks since);
  /// Records the wait of a packet that leaves the front of its input, for observers only.
  void record(unsigned input, const TorusPacket& packet, core::Ticks since,
              const core::StallTimes& waited);
  /// Reports the same to the hop journal.
  void report(core::HopJournal& journal, unsigned input, const TorusPacket& packet,
              core::Ticks since, const core::StallTimes& waited);
  /// Reports the same to the span log.
  void report(core::SpanLog& log, unsigned input, const TorusPacket& packet, core::Ticks since);
  void report_left(core::SpanLog& log, unsigned input, const TorusPacket& packet);
  [[nodiscard]] core::HopJournal::Number flow(core::HopJournal& journal,
                                              const TorusPacket& packet) const;
  void room_again() override { wakeup_.at(core::now_ticks()); }
  /// Makes the next search of each output begin at input 0.
  void renew() override { last_.fill(kInputs - 1); }

  const TorusSwitchParams params_;
  const model::Torus torus_;
  const unsigned node_;
  PacketSink* local_ = nullptr;
  RoomClient* refused_ = nullptr;  ///< The local client to notify when there is room.
  std::array<std::unique_ptr<TorusPort>, model::Torus::kDirections> ports_;
  std::array<Input, kInputs> inputs_;
  unsigned wanted_ = 0;     ///< One bit per output with a waiting head: idle ports are skipped.
  unsigned ends_here_ = 0;  ///< One bit per input whose head is for this node.
  std::array<unsigned, model::Torus::kDirections + 1> last_{};  ///< Input served last, by output.
  unsigned local_held_ = 0;          ///< Packets from this node in the local queue.
  unsigned held_ = 0;                ///< Packets in all queues.
  core::Ticks next_ = core::kNever;  ///< Earliest time at which another head may go.
  core::Wakeup wakeup_{this, core::Runs<&TorusSwitch::serve>{}};
  Stats stats_;
};

/// Joins the outgoing direction of `out`, a port of node `from`, to `in`, a port of node `to`.
using JoinPorts = std::function<void(unsigned from, TorusPort& out, unsigned to, TorusPort& in)>;
/// Connects the switches of a torus, given by node number.
void wire(const model::Torus& torus, const std::vector<TorusSwitch*>& switches);
/// Does the same with `join`, always in the same order.
void wire(const model::Torus& torus, const std::vector<TorusSwitch*>& switches,
          const JoinPorts& join);

}  // namespace gf::hw::apenet
