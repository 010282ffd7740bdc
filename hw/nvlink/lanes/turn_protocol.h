// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "core/stats/stats.h"
#include "core/time/quiescence.h"
#include "core/time/wakeup.h"
#include "core/trace/probe.h"
#include "hw/link/transmitter.h"
#include "hw/nvlink/lanes/lane_group.h"
#include "hw/nvlink/lanes/nvlink_packet.h"

namespace gf::hw::nvlink {

/// One end's part in turning lanes. The ends agree by packets that cross the link like any other
/// (credits, CRC, replay), so a lost packet costs only time:
///
///     asker                           peer
///     rest -> asked --request(lanes)->  rest: legal?
///                 <-grant or refuse--   refuse: both rest
///     the end that sends on the lanes (either): draining, then --done--> the other one
///     turning for switch_time                                            turning for switch_time
///     rest, receives on them                                             rest, sends on them
///
/// One turn at a time, of one or more lanes in one direction. A turn is legal if its lanes are
/// active, all of one direction, and not its last ones.
/// Timing: draining ends with the last bit of the packet that was on the lanes when it began.
/// `done` leaves after that bit with the same delay, so the lanes are silent when it arrives.
/// If both ends ask at once for the same turn, each treats the other's request as the grant. For
/// different turns the first end (side 0) wins: it refuses, and the second end answers as if it had
/// not asked. A request that arrives while this end still turns is answered afterwards.
/// If a direction has lost its last lane, no packet can cross in it, so the link is retrained
/// (retrain()). Earlier agreements become void. Lanes that are turning, or else one lane of the
/// other direction, are given to the direction without lanes.
/// A timeline shows how long lanes of this end turned, in the row "<link> turns" of its GPU or
/// switch.
class TurnProtocol final : public sc_core::sc_module, public core::Quiescent {
 public:
  enum class State : std::uint8_t { kRest, kAsked, kDraining, kAwaitDone, kTurning };

  /// The end of the link that contains the protocol.
  class Client {
   public:
    virtual ~Client() = default;
    virtual void send_turn(const TurnMessage& message) = 0;
    virtual void hold(bool held) = 0;          ///< Hold all packets except control packets.
    virtual void turn_over(bool refused) = 0;  ///< The protocol is at rest again.
  };

  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter asked{*this, "asked", core::Unit::kCount, "turns asked for by this end"};
    core::Counter illegal{*this, "illegal", core::Unit::kCount,
                          "illegal turns, not asked for: last lane, or lanes of both directions"};
    core::Counter refused{*this, "refused", core::Unit::kCount, "the peer's requests refused"};
    core::Counter crossed{*this, "crossed", core::Unit::kCount,
                          "times that both ends asked at once"};
    core::Counter lanes_to_out{*this, "lanes_to_out", core::Unit::kCount, "lanes turned outwards"};
    core::Counter lanes_to_in{*this, "lanes_to_in", core::Unit::kCount, "lanes turned inwards"};
    core::Duration draining{*this, "draining",
                            "time that this end waited for lanes to fall silent"};
    core::Duration turning{*this, "turning", "time that PHYs of this end were turning"};
  };

  TurnProtocol(const sc_core::sc_module_name& name, const NvlinkParams& params, LaneGroup& lanes,
               link::Transmitter& tx, Client& client);

  /// Asks to turn `lanes`, to this end's sending or to the peer's. Returns false and does nothing
  /// if this end is not at rest or the turn would not be legal.
  bool ask(LaneMask lanes, bool to_self);
  /// A control packet has arrived.
  void received(const TurnMessage& message);

  /// Called for both ends at once, when `taker` has no sending lane and two are in service. If no
  /// lane was turning, the other end gives up its lowest lane after the current packet. The PHYs at
  /// both ends see it fall silent, each at its own side, and turn. Assumed: as in PCIe link
  /// training, this happens below packets, so it costs propagation and switch_time but no flit.
  static void retrain(TurnProtocol& taker, TurnProtocol& giver);
  /// Cancels all agreements; draining lanes stay.
  void abandon();

  [[nodiscard]] bool retrains() const { return retrains_; }
  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] const Stats& stats() const { return stats_; }
  [[nodiscard]] bool idle() const override { return state_ == State::kRest; }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  enum class Scope : std::uint8_t { kLane, kDirection, kLink };

  [[nodiscard]] bool legal(LaneMask lanes, bool to_self) const;
  void heard_request(const TurnMessage& message);
  void answer(const TurnMessage& message);
  void begin(LaneMask lanes, bool to_self);
  core::Ticks give(LaneMask lanes);  ///< Returns when the last bit on them leaves.
  void take(LaneMask lanes, core::Ticks silent_at);
  void say(TurnStep step, bool to_asker, LaneMask lanes);
  void due();  ///< SC_METHOD; ends draining and turning.
  void start_turning();
  void end_turning();
  void report() const;  ///< Adds the ending turn to the timeline.
  void rest(bool refused);
  void enter(State state);

  const core::Ticks switch_time_;
  const Scope scope_;
  LaneGroup& lanes_;
  link::Transmitter& tx_;
  Client& client_;
  State state_ = State::kRest;
  LaneMask turned_ = 0;    ///< Lanes of the current or requested turn.
  bool to_self_ = false;   ///< They turn to this end's sending.
  unsigned given_up_ = 0;  ///< Cancelled requests of this end whose refusal has not arrived.
  bool retrains_ = false;  ///< The current turn needs no packet.
  std::uint16_t training_ = 0;
  bool waiting_ = false;  ///< `later_` is a request to answer when this end is at rest.
  TurnMessage later_;
  core::Ticks since_ = 0;  ///< Start of the current state.
  core::Wakeup wakeup_{this, core::Runs<&TurnProtocol::due>{}};
  core::Probe state_probe_;
  Stats stats_;
};

}  // namespace gf::hw::nvlink
