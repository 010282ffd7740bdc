// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
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
#include "core/trace/probe.h"
#include "hw/link/error_injector.h"
#include "hw/link/link_params.h"
#include "hw/link/receiver.h"
#include "hw/link/replay_buffer.h"
#include "tlm_models/link/credits.h"
#include "tlm_models/link/protocol.h"

namespace gf::hw::link {

class DllpSender;

/// Who feeds a transmitter: told when it may be worth trying again. Dates may lie ahead.
class TransmitterClient {
 public:
  virtual ~TransmitterClient() = default;
  virtual void credit_comes(core::Ticks at) = 0;  ///< Credits of some class become usable.
  virtual void link_free_again() = 0;             ///< A replay has ended; send() may go on.
};

/// Sending end of one direction of a link.
/// Timing: a packet of n wire bytes holds the link n / (rate * efficiency); its last bit is at the
/// receiver `propagation` later. Credit is taken at send() and never again by a replay.
/// A link whose width changes while it runs says so by set_rate(): what is on the wire keeps its
/// dates, what leaves from then on, replays too, has the new ones.
/// Errors: a corrupted packet is discarded with all behind it until the NAK (or the replay timeout
/// after a lost answer) makes the transmitter send them again, in order: time is lost, never data.
/// A link on which nothing gets through ends the run as a livelock: kMostRounds replays began with
/// the same packet, and at the error rates one such packet needs more on average. A nearly dead
/// link is a livelock too: of kStretch consecutive retransmissions, fewer than one in kLeastShare
/// led to a new packet.
/// A direction that loses lanes is damaged from a date on (damaged_from()), and may stand still
/// until it has others (pause()).
/// A direction that dies (FaultParams): the packets that its timer sends again never arrive, nor do
/// answers by a dead way back. After kDeadRounds replays in vain the transmitter gives up and is
/// silent; the run goes on without it, and what waits for it is left at the end.
/// Credits and answers are dates that take nothing of the link, or packets (DllpSender), of the
/// other direction as of this one: what this one carries leaves before packets that are ready.
/// Not modelled: retraining of the link after repeated replays (deviation LINK-1).
class Transmitter final : public sc_core::sc_module,
                          public core::Quiescent,
                          private model::LinkBackwardIf {
 public:
  model::LinkInitiatorSocket out{"out"};

  static constexpr unsigned kMostRounds = 1000;
  static constexpr std::uint64_t kStretch = 1u << 18;
  static constexpr std::uint64_t kLeastShare = 10'000;
  /// Replays of one packet after which a dead direction is given up, as PCIe's REPLAY_NUM does.
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

  /// When the link can take the next packet, credit aside; kNever while a replay is under way.
  [[nodiscard]] core::Ticks free_at() {
    return __builtin_expect(unfailing_, 1) ? free_at_ : blocked_until();
  }
  [[nodiscard]] model::CreditPool& credits() { return credits_; }
  [[nodiscard]] const model::CreditLimits& credits_free(model::CreditClass credit_class) const {
    return credits_.free(credit_class);
  }
  /// How long `wire_bytes` hold the link.
  [[nodiscard]] core::Ticks span(std::uint32_t wire_bytes) const {
    return core::whole_ticks(wire_bytes * ticks_per_byte_ + 0.5);
  }
  /// When the last bit of `wire_bytes` that begin to leave now is at the receiver.
  [[nodiscard]] core::Ticks there_at(std::uint32_t wire_bytes) const {
    return core::now_ticks() + span(wire_bytes) + tail_ + propagation_;
  }
  /// The link's number in a journal, which calls it by the path of whoever owns this.
  [[nodiscard]] core::HopJournal::Number number(core::HopJournal& journal) const;
  /// Sets the raw rate from the next packet on, at most the one of the parameters. A packet's last
  /// bit leaves `tail` after the link is free again (lanes that end one after the other).
  void set_rate(core::ByteRate rate, core::Ticks tail);
  [[nodiscard]] core::Ticks propagation() const { return propagation_; }
  [[nodiscard]] core::ByteRate rate() const { return rate_; }  ///< Raw, as of now.
  /// For a link of lanes that may die, as often as its lanes change and before its first packet:
  /// what has not left by `some` has bits on a dead lane and comes corrupted; what has not left by
  /// `all` has no living lane and never comes. kNever: those that send now live.
  void damaged_from(core::Ticks some, core::Ticks all);
  /// No lane is left just now: nothing is sent, replays neither, until it is called with false.
  void pause(bool paused);
  /// Dead from now on, both ways.
  void die();
  /// When the last bit of the latest packet has left, or will.
  [[nodiscard]] core::Ticks last_bit_at() const { return last_bit_at_; }
  /// Time that the link has held packets up to `now`, what is still to come of one left out.
  [[nodiscard]] core::Ticks busy_until(core::Ticks now) const {
    const core::Ticks free = paused_ ? paused_free_at_ : free_at_;
    return stats_.busy.ticks() - (free > now ? free - now : 0);
  }
  /// Sends `packet` now. Precondition: free_at() <= now and credits().covers() it. The packet is
  /// the receiver's from here on. Returns the time at which the link is free again.
  core::Ticks send(model::Packet& packet);

  /// `dllps` sends packets of its own over this link, ahead of those of send(), replays too. Before
  /// the ends are connected.
  void carry(DllpSender& dllps) {
    GF_CHECK(!unfailing_, std::string(name()) + ": its ends are connected");
    dllps_ = &dllps;
  }
  /// For it: the link is its own for `wire_bytes` from the date on that is returned, behind what is
  /// on the wire now.
  core::Ticks reserve(std::uint32_t wire_bytes);
  /// A packet of it that leaves now has wrong bits, or none of it arrives.
  [[nodiscard]] bool corrupts_dllp() { return errors_.corrupts_bits(model::kDllpBytes); }
  [[nodiscard]] bool dead() const { return last_bit_at_ >= dies_at_; }

  /// Functional access to whatever lies beyond the link; takes no time. Returns bytes moved.
  unsigned debug_access(tlm::tlm_generic_payload& access);

  [[nodiscard]] const Stats& stats() const { return stats_; }
  [[nodiscard]] bool idle() const override;  ///< All acknowledged, every credit home.
  void append_waits(std::vector<core::Wait>& waits) const override;
  [[nodiscard]] const std::string& peer() const { return peer_; }  ///< Path of the receiver.
  /// Binds this direction of a link to its receiving end, whose port says how answers travel.
  /// Throws UserError when the replay timer would expire before an answer can be here.
  void connect(Receiver& receiver) { connect(receiver, receiver.in); }
  /// Binds as connect(receiver) does, with an interposer between the ends: `through` hands on.
  void connect(Receiver& receiver, model::LinkTargetSocket& through);
  [[nodiscard]] bool replaying() const { return replay_.replaying(); }

 private:
  tlm::tlm_sync_enum nb_transport_bw(model::LinkMessage& message, model::LinkPhase& phase,
                                     sc_core::sc_time& delay) override;
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  /// The link is taken for `wire_bytes` from `start` on; returns for how long.
  inline core::Ticks hold(core::Ticks start, std::uint32_t wire_bytes);
  /// On an unfailing link: its answer is known before it comes.
  inline core::Ticks put_on_wire_once(model::Packet& packet);
  core::Ticks put_on_wire(ReplayBuffer::Entry& entry);
  /// Hands `message` over, whose packet is on the wire for `delay`; answers as nb_transport_fw().
  inline tlm::tlm_sync_enum transmit(model::LinkMessage& message, std::uint32_t head_bytes,
                                     model::LinkPhase& phase, sc_core::sc_time& delay);
  core::Ticks blocked_until();
  void answered(const model::LinkMessage& message, model::LinkPhase phase, core::Ticks at);
  inline void credit_comes(const model::LinkMessage& message, core::Ticks at);
  void credits_begin(const model::LinkMessage& message, core::Ticks at);
  void show_credits(model::CreditClass credit_class, int header, int data, core::Ticks at);
  void dllp_comes(const model::LinkMessage& message, model::LinkPhase phase, core::Ticks at);
  void check_timer(const Receiver& receiver) const;
  void replay();  ///< Process; the only process here, it runs after errors only.
  void begin_replay(std::uint64_t sequence);
  void count_round();
  void count_replay();
  void give_up();
  /// "egress dies at 5 us (fails_at)" of this direction or of the way back; empty: both live.
  [[nodiscard]] std::string death() const;
  [[nodiscard]] double chance_of(const ReplayBuffer::Entry& entry) const;
  void replay_next();
  [[nodiscard]] core::Ticks timer_expires_at() const;

  // What every packet reads or writes comes first: large machines wait for memory.
  double ticks_per_byte_;
  core::Ticks tail_ = 0;
  const core::Ticks propagation_;
  core::Ticks free_at_ = 0;
  core::Ticks last_bit_at_ = 0;
  DllpSender* dllps_ = nullptr;
  TransmitterClient& client_;
  /// Nothing but send() holds the link, and replay bookkeeping is left out: nobody could observe
  /// it.
  bool unfailing_ = false;
  ReplayBuffer replay_;
  model::CreditPool credits_;

  const LinkParams params_;
  core::Ticks dies_at_;  ///< From then on nothing arrives; kNever: it does not die.
  core::Ticks damaged_from_ = core::kNever;   ///< What is on the wire then has bits on a dead lane.
  core::Ticks laneless_from_ = core::kNever;  ///< What is on the wire then has all of them there.
  bool paused_ = false;
  core::Ticks paused_free_at_ = 0;             ///< free_at_ as the pause began.
  core::Ticks answers_die_at_ = core::kNever;  ///< The same of the way back.
  ErrorInjector errors_;
  core::Ticks nak_at_ = core::kNever;  ///< When the latest NAK is here; kNever: none.
  std::uint64_t nak_sequence_ = 0;
  core::Ticks replay_started_ = 0;
  std::uint64_t round_sequence_ = 0;  ///< Oldest packet without an answer when a replay began.
  bool given_up_ = false;             ///< It or the way back is dead: nothing is sent any more.
  unsigned rounds_ = 0;               ///< Replays that began with round_sequence_.
  std::uint64_t resent_ = 0;          ///< Packets, since time 0: statistics may be reset.
  std::uint64_t stretch_began_ = 0;   ///< Number of the next packet when the stretch began.
  double answer_error_rate_ = 0;      ///< Share of the receiver's answers that are lost.
  double answer_bit_errors_ = 0;      ///< The same for wrong bits in them.
  core::ByteRate rate_;
  std::string peer_;
  core::Wakeup replay_wakeup_{this, core::Runs<&Transmitter::replay>{}};
  core::Probe busy_probe_;
  core::Probe replay_probe_;
  std::vector<std::unique_ptr<core::Probe>> header_probes_;  ///< One probe a credit class.
  std::vector<std::unique_ptr<core::Probe>> data_probes_;
  Stats stats_;
};

}  // namespace gf::hw::link
