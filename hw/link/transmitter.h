// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <systemc>
#include <tlm>
#include <vector>

#include "core/base/error.h"
#include "core/base/ticks.h"
#include "core/stats/stats.h"
#include "core/time/quiescence.h"
#include "core/time/wakeup.h"
#include "core/trace/hop_journal.h"
#include "hw/link/error_injector.h"
#include "hw/link/link_death.h"
#include "hw/link/link_params.h"
#include "hw/link/link_probes.h"
#include "hw/link/livelock_watch.h"
#include "hw/link/receiver.h"
#include "hw/link/replay_buffer.h"
#include "tlm_models/link/credits.h"
#include "tlm_models/link/protocol.h"

namespace gf::hw::link {

class DllpSender;

/// Client that feeds a transmitter: notified when it may be worth trying again. Times may lie in
/// the future.
class TransmitterClient {
 public:
  virtual ~TransmitterClient() = default;
  virtual void credit_comes(core::Ticks at) = 0;  ///< Credits of some class become usable.
  virtual void link_free_again() = 0;             ///< A replay or pause ended; read free_at().
};

/// Sending end of one direction of a link.
/// Timing: a packet of n wire bytes occupies the link for n / (rate * efficiency). Its last bit
/// reaches the receiver `propagation` later. Credit is taken at send() and never again by a replay.
/// A link whose width changes while it runs calls set_rate(). Packets already on the wire keep
/// their times; packets that leave later, including replays, use the new rate.
/// Errors: a corrupted packet and all packets behind it are discarded. After the NAK (or the replay
/// timeout, if the answer was lost) the transmitter sends them again, in order. Errors cost time,
/// never data.
/// A link on which next to nothing gets through ends the run as a livelock (LivelockWatch).
/// A direction that loses lanes is damaged from a given time on (damaged_from()). It may pause
/// until other lanes have turned to it (pause()).
/// Death (FaultParams): packets of a dead direction never arrive, even when its timer sends them
/// again; answers over a dead way back never arrive either. After kDeadRounds unsuccessful replays
/// the transmitter gives up and sends nothing more. The run goes on without it, and packets that
/// wait for it are left at the end.
/// Credits and answers either arrive after a fixed latency and take no link time, or are packets
/// (DllpSender). Such packets leave before any packet that is ready on their direction.
/// Not modelled: retraining of the link after repeated replays (deviation LINK-1).
class Transmitter final : public sc_core::sc_module,
                          public core::Quiescent,
                          private model::LinkBackwardIf {
 public:
  model::LinkInitiatorSocket out{"out"};

  /// Unanswered replays of one packet after which a dead direction is given up (PCIe's REPLAY_NUM).
  static constexpr unsigned kDeadRounds = 4;

  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter packets{*this, "packets", core::Unit::kCount, "packets sent, excluding replays"};
    core::Counter wire_bytes{*this, "wire_bytes", core::Unit::kBytes,
                             "bytes sent, including overhead and replays"};
    core::Counter payload_bytes{*this, "payload_bytes", core::Unit::kBytes,
                                "payload bytes sent, excluding replays"};
    core::Duration busy{*this, "busy", "time that the link carried packets, including replays"};
    core::Duration replaying{*this, "replaying", "time that the link sent packets again"};
    core::Counter replays{*this, "replays", core::Unit::kCount, "packets sent again"};
    core::Counter naks{*this, "naks", core::Unit::kCount,
                       "negative acknowledgements (NAK) received"};
    core::Counter timeouts{*this, "timeouts", core::Unit::kCount, "expiries of the replay timer"};
  };

  Transmitter(const sc_core::sc_module_name& name, const LinkParams& params, std::uint64_t seed,
              TransmitterClient& client, const std::vector<std::string>& credit_class_names);

  /// Returns when the link can take the next packet, regardless of credit; kNever during a replay.
  [[nodiscard]] core::Ticks free_at() {
    return __builtin_expect(unfailing_, 1) ? free_at_ : blocked_until();
  }
  [[nodiscard]] model::CreditPool& credits() { return credits_; }
  [[nodiscard]] const model::CreditLimits& credits_free(model::CreditClass credit_class) const {
    return credits_.free(credit_class);
  }
  /// Returns the paths of the waveform signals that show them.
  [[nodiscard]] std::vector<std::string> credit_signals(model::CreditClass credit_class) const;
  /// Returns how long `wire_bytes` occupy the link.
  [[nodiscard]] core::Ticks span(std::uint32_t wire_bytes) const {
    return core::whole_ticks(wire_bytes * ticks_per_byte_ + 0.5);
  }
  /// Returns when the last bit of `wire_bytes` that begin to leave now reaches the receiver.
  [[nodiscard]] core::Ticks there_at(std::uint32_t wire_bytes) const {
    return core::now_ticks() + span(wire_bytes) + tail_ + propagation_;
  }
  /// Returns the link's number in `journal`, which names the link by its owner's path.
  [[nodiscard]] core::HopJournal::Number number(core::HopJournal& journal) const;
  /// Sets the raw rate from the next packet on; at most the parameters' rate. A packet's last bit
  /// leaves `tail` after the link is free again, for lanes that end one after the other.
  void set_rate(core::ByteRate rate, core::Ticks tail);
  [[nodiscard]] core::Ticks propagation() const { return propagation_; }
  [[nodiscard]] core::ByteRate rate() const { return rate_; }  ///< Current raw rate.
  /// For a link with lanes that may die: call it before the first packet and whenever the lanes
  /// change. A packet whose last bit leaves after `some` has bits on a dead lane and arrives
  /// corrupted. One whose last bit leaves after `all` has no living lane and never arrives. kNever:
  /// no current lane will die (`some`), or not all of them will (`all`).
  void damaged_from(core::Ticks some, core::Ticks all);
  /// Pauses because no lane is left: nothing is sent, not even replays, until pause(false).
  void pause(bool paused);
  /// Kills this direction and the way back of its answers from now on.
  void die();
  /// Returns when the last bit of the latest packet leaves; may lie in the future or the past.
  [[nodiscard]] core::Ticks last_bit_at() const { return last_bit_at_; }
  /// Returns the time for which the link has carried packets up to `now`.
  [[nodiscard]] core::Ticks busy_until(core::Ticks now) const {
    const core::Ticks free = paused_ ? paused_free_at_ : free_at_;
    return stats_.busy.ticks() - (free > now ? free - now : 0);
  }
  /// Sends `packet` now; the receiver takes it over. Precondition: free_at() <= now and
  /// credits().covers() it. Returns the time at which the link is free again.
  core::Ticks send(model::Packet& packet);

  /// Lets `dllps` send its packets over this link, ahead of packets from send() and replays. Call
  /// it before the ends are connected.
  void carry(DllpSender& dllps) {
    GF_CHECK(!unfailing_, std::string(name()) + ": its ends are connected");
    dllps_ = &dllps;
  }
  /// For the DllpSender: reserves the link for `wire_bytes`, behind whatever is on the wire now.
  /// Returns when the first of them leaves.
  core::Ticks reserve(std::uint32_t wire_bytes);
  /// Returns true if a DLLP that leaves now has bit errors.
  [[nodiscard]] bool corrupts_dllp() { return errors_.corrupts_bits(model::kDllpBytes); }
  [[nodiscard]] bool dead() const { return last_bit_at_ >= death_.link; }

  /// Functional access to the components beyond the link; takes no time. Returns the number of
  /// bytes moved.
  unsigned debug_access(tlm::tlm_generic_payload& access);

  [[nodiscard]] const Stats& stats() const { return stats_; }
  [[nodiscard]] bool idle() const override;  ///< All acknowledged, all credits returned.
  void append_waits(std::vector<core::Wait>& waits) const override;
  [[nodiscard]] const std::string& peer() const { return peer_; }  ///< Path of the receiver.
  /// Binds this direction to its receiving end, whose port determines how answers travel. Throws
  /// UserError if the replay timer would expire before an answer can arrive.
  void connect(Receiver& receiver) { connect(receiver, receiver.in); }
  /// Like connect(receiver), but with an interposer between the ends: `through` forwards to
  /// `receiver`.
  void connect(Receiver& receiver, model::LinkTargetSocket& through);
  [[nodiscard]] bool replaying() const { return replay_.replaying(); }

 private:
  tlm::tlm_sync_enum nb_transport_bw(model::LinkMessage& message, model::LinkPhase& phase,
                                     sc_core::sc_time& delay) override;
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  /// Occupies the link for `wire_bytes` from `start` on. Returns for how long.
  inline core::Ticks hold(core::Ticks start, std::uint32_t wire_bytes);
  /// For an unfailing link: the answer is known at once.
  inline core::Ticks put_on_wire_once(model::Packet& packet);
  core::Ticks put_on_wire(ReplayBuffer::Entry& entry);
  /// Hands over `message`, whose packet occupies the wire for `delay`. Returns the answer of
  /// nb_transport_fw().
  inline tlm::tlm_sync_enum transmit(model::LinkMessage& message, std::uint32_t head_bytes,
                                     model::LinkPhase& phase, sc_core::sc_time& delay);
  core::Ticks blocked_until();
  void answered(const model::LinkMessage& message, model::LinkPhase phase, core::Ticks at);
  inline void credit_comes(const model::LinkMessage& message, core::Ticks at);
  void credits_begin(const model::LinkMessage& message, core::Ticks at);
  void dllp_comes(const model::LinkMessage& message, model::LinkPhase phase, core::Ticks at);
  void check_timer(const Receiver& receiver) const;
  void replay();  ///< Process; the only one here. Runs only after errors.
  void begin_replay(std::uint64_t sequence);
  void give_up();
  void replay_next();
  [[nodiscard]] core::Ticks timer_expires_at() const;

  // The members used by every packet come first: large machines are limited by memory accesses.
  double ticks_per_byte_;
  core::Ticks tail_ = 0;
  const core::Ticks propagation_;
  core::Ticks free_at_ = 0;
  core::Ticks last_bit_at_ = 0;
  DllpSender* dllps_ = nullptr;
  TransmitterClient& client_;
  /// Only send() occupies the link, and the replay buffer is not kept: nobody could observe the
  /// difference.
  bool unfailing_ = false;
  ReplayBuffer replay_;
  model::CreditPool credits_;

  const LinkParams params_;
  LinkDeath death_;
  bool paused_ = false;
  core::Ticks paused_free_at_ = 0;  ///< free_at_ when the pause began.
  ErrorInjector errors_;
  core::Ticks nak_at_ = core::kNever;  ///< When the latest NAK arrives; kNever: none.
  std::uint64_t nak_sequence_ = 0;
  core::Ticks replay_started_ = 0;
  LivelockWatch livelock_;
  core::ByteRate rate_;
  std::string peer_;
  core::Wakeup replay_wakeup_{this, core::Runs<&Transmitter::replay>{}};
  LinkProbes probes_;
  Stats stats_;
};

}  // namespace gf::hw::link
