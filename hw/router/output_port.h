// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "core/base/error.h"
#include "core/base/ring.h"
#include "hw/router/channel_errors.h"
#include "hw/router/credit_client.h"
#include "hw/router/flit.h"
#include "hw/router/router_probes.h"
#include "hw/router/transit.h"

namespace gf::hw::router {

/// Timing of a channel, in cycles.
struct ChannelTiming {
  unsigned latency = 1;      ///< Last bit out to last bit in; at most kMostLatency.
  unsigned flit_cycles = 1;  ///< Cycles per flit (its width); at most kMostFlitCycles.
};

/// The channel behind an output port.
struct Channel {
  FlitSink& sink;
  unsigned sink_port = 0;
  ChannelTiming timing;
  unsigned buffer = 0;                 ///< Flits per VC at the other end; 0: always room.
  unsigned round_trip = 0;             ///< Idle channel: flit out to credit known.
  std::uint16_t cut = Transit::kHere;  ///< Cut between clock parts that it crosses.
};

/// Sending end of a channel. It tracks credits of the buffer at the other end and, for UGAL-L_CR,
/// the round-trip time of credits ([DF08], Fig. 17).
/// Invariant, checked: 0 <= free <= buffer.
/// Members are laid out by use: those that a flit and its credit touch come first and fit one cache
/// line.
class alignas(64) OutputPort {
 public:
  static constexpr std::uint16_t kFree = 0xFFFF;  ///< No packet holds the virtual channel.
  static constexpr unsigned kMostVcs = 8;
  static constexpr unsigned kMostBuffer = 4096;
  static constexpr unsigned kMostLatency = 10'000;
  static constexpr unsigned kMostFlitCycles = 255;

  /// `peer` is the path of the other end, for reports; it must outlive the port. `client` knows
  /// this port as `number`.
  void connect(const Channel& channel, unsigned vcs, const std::string& peer, CreditClient& client,
               unsigned number);
  [[nodiscard]] bool connected() const { return sink_ != nullptr; }

  /// Returns true if at least `flits` flits of space in `vc` are known to be free.
  [[nodiscard]] bool has_credit(unsigned vc, unsigned flits) const {
    return free_[vc] >= flits || unlimited_;
  }
  /// Requests missed_credit_comes() for the next credit of any virtual channel.
  void miss_credit() { missed_ = true; }
  /// Requests awaited_credit_comes() for the next credit of `vc`.
  void await_credit(unsigned vc) { awaited_ |= static_cast<std::uint8_t>(1u << vc); }
  void take_credit(unsigned vc, core::Cycle now) {
    if (unlimited_) return;
    GF_CHECK(free_[vc] > 0, "vc " + std::to_string(vc));
    --free_[vc];
    if (keeps_) note_taken(vc, now);
  }
  /// Adds a credit, known from cycle `now` on.
  void credit_comes(unsigned vc, core::Cycle now) {
    GF_CHECK(free_[vc] < buffer_, "vc " + std::to_string(vc) + ": credit made up");
    ++free_[vc];
    if (keeps_) note_round_trip(vc, now);
    if (missed_ || awaited_ != 0) notify_client(vc, now);
  }

  /// Returns the space in use behind this port. Space counts as used until its credit is known.
  [[nodiscard]] unsigned used() const;
  [[nodiscard]] unsigned used(unsigned vc) const { return unlimited_ ? 0u : buffer_ - free_[vc]; }
  [[nodiscard]] bool home() const { return used() == 0; }

  /// Returns the first cycle in which the channel can take the next flit.
  [[nodiscard]] core::Cycle free_from() const { return free_from_; }
  /// Sends the flit in cycle `now`, not before free_from(), on the virtual channel in `flit.vc`.
  void send(Flit& flit, core::Cycle now, Transit& transit) {
    ++flits_;
    // The sender keeps its pace even if the flit fails: errors are decided here, and `now` becomes
    // the cycle of the transmission that succeeds.
    free_from_ = now + flit_cycles_;
    if (fails_) {
      if (buries(flit, now, transit)) return;
      now = fail(now);
    }
    flit.at = now + latency_;
    if (unlimited_) {
      // A sink that always has room needs no timed delivery and returns no credit, so no Transit
      // entry is used.
      sink_->flit_comes(sink_port_, flit);
    } else {
      transit.flit(flit, *sink_, sink_port_, cut_);
    }
  }

  void fetch() const { __builtin_prefetch(this, 1); }

  /// Sets the input virtual channel that owns `vc`. A packet of several flits owns the virtual
  /// channel from its head to its tail. kFree: no owner.
  void set_owner(unsigned vc, std::uint16_t input_vc) { owners_[vc] = input_vc; }
  [[nodiscard]] bool open_to(unsigned input_vc, unsigned vc) const {
    return owners_[vc] == kFree || owners_[vc] == input_vc;
  }
  [[nodiscard]] bool owned() const {
    return std::any_of(owners_.begin(), owners_.end(), [](auto owner) { return owner != kFree; });
  }

  /// Returns by how many cycles the latest known credit came later than on an idle channel: t_d of
  /// Fig. 17. With `by_vc` it is for the virtual channel, otherwise for the port. 0 before
  /// keep_round_trips().
  [[nodiscard]] unsigned delay(unsigned vc = 0) const {
    return keeps_ ? extras_->round_trips[queue_of(vc)].delay : 0;
  }
  /// Enables credit time queues: one per virtual channel (`by_vc`) or one for the port.
  void keep_round_trips(bool by_vc = false);
  /// Resets round robin to input 0 and credit delays to those of an idle channel.
  void renew() {
    next_input = 0;
    if (!keeps_) return;
    for (Extras::RoundTrips& each : extras_->round_trips) each.delay = 0;
  }

  /// Lets no new packet through from cycle `at` on. A packet that has begun to cross the channel
  /// still gets through. Others go to `grave` at the channel's rate, and their space at the other
  /// end stays free. `grave` must outlive the port and always have room.
  void kill(core::Cycle at, FlitSink& grave);
  [[nodiscard]] bool dead(core::Cycle now) const { return fails_ && extras_->dies_at <= now; }
  /// Returns true if the flit sent last went to the grave.
  [[nodiscard]] bool buried() const { return fails_ && extras_->buried; }
  /// Enables transmission errors of flits. `errors` must outlive the port.
  void inject(ChannelErrors& errors);
  /// Shows credits and round trips in waveforms. `probes` must outlive the port.
  void watch(OutputProbes& probes);

  [[nodiscard]] const std::uint64_t& flits() const { return flits_; }
  /// Sets the flit count, for a port that another process simulates.
  void take_count(std::uint64_t flits) { flits_ = flits; }
  [[nodiscard]] bool endless() const { return unlimited_; }
  [[nodiscard]] const std::string& peer() const { return *peer_; }

  // For the hop journal.
  [[nodiscard]] FlitSink& sink() const { return *sink_; }
  [[nodiscard]] unsigned sink_port() const { return sink_port_; }
  [[nodiscard]] unsigned latency() const { return latency_; }  ///< First bit out to last bit in.
  [[nodiscard]] unsigned flit_cycles() const { return flit_cycles_; }
  /// Returns when the flit sent last left; if it was repeated, when it left successfully.
  [[nodiscard]] core::Cycle last_start() const {
    return fails_ ? extras_->start : free_from_ - flit_cycles_;
  }

 private:
  /// Data that few ports need.
  struct Extras {
    /// A credit time queue ([DF08], Fig. 17).
    struct RoundTrips {
      unsigned delay = 0;
      core::Ring<core::Cycle, std::uint16_t> sent_at;  ///< Flits without a credit yet.
    };
    std::array<RoundTrips, kMostVcs> round_trips;  ///< One, or one per virtual channel.
    bool by_vc = false;
    ChannelErrors* errors = nullptr;
    FlitSink* grave = nullptr;
    core::Cycle dies_at = core::kNoCycle;  ///< kNoCycle: it lives.
    std::uint8_t lost = 0;                 ///< Bit per VC: its current packet goes to the grave.
    bool buried = false;
    core::Cycle start = 0;  ///< If fails_: when the last flit left successfully.
    OutputProbes* probes = nullptr;
  };
  Extras& extras();
  [[nodiscard]] unsigned queue_of(unsigned vc) const { return extras_->by_vc ? vc : 0; }
  core::Cycle fail(core::Cycle now);
  /// If the channel is dead for the flit's packet, gives the flit to the grave and returns true.
  bool buries(Flit& flit, core::Cycle now, Transit& transit);
  void note_taken(unsigned vc, core::Cycle now);
  void note_round_trip(unsigned vc, core::Cycle known);
  void notify_client(unsigned vc, core::Cycle now);

  // First cache line: used by every flit and every credit.
  FlitSink* sink_ = nullptr;
  core::Cycle free_from_ = 0;
  std::uint64_t flits_ = 0;
  std::array<std::uint16_t, kMostVcs> free_{};
  std::uint16_t sink_port_ = 0;
  std::uint16_t latency_ = 1;  ///< First bit out to last bit in.
  std::uint16_t buffer_ = 0;
  std::uint16_t cut_ = Transit::kHere;
  std::uint8_t flit_cycles_ = 1;
  bool unlimited_ = false;
  bool missed_ = false;
  std::uint8_t awaited_ = 0;  ///< Bit per virtual channel.
  bool keeps_ = false;        ///< Keeps round trips.
  bool fails_ = false;        ///< Has errors, or dies.

 public:
  // State of the owner's allocator.
  std::uint8_t next_input = 0;  ///< Input that round robin looks at first.
  std::uint64_t proposals = 0;  ///< Bit per input port.

  // Second cache line: packets of several flits, waiting flits, wake-ups.
  core::Ring<Flit, std::uint16_t> queue;  ///< Flits that have won the switch and wait to leave.

 private:
  std::array<std::uint16_t, kMostVcs> owners_{};
  std::uint16_t round_trip_ = 0;
  std::uint16_t vcs_ = 0;
  std::uint16_t number_ = 0;
  CreditClient* client_ = nullptr;
  const std::string* peer_ = nullptr;
  std::unique_ptr<Extras> extras_;
};
static_assert(sizeof(OutputPort) == 128, "two cache lines");

}  // namespace gf::hw::router
