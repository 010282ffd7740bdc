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

/// Times of a channel, in cycles.
struct ChannelTiming {
  unsigned latency = 1;      ///< Last bit out to last bit in; at most OutputPort::kMostLatency.
  unsigned flit_cycles = 1;  ///< Its width: cycles that it carries a flit; at most kMostFlitCycles.
};

/// What an output port leads to.
struct Channel {
  FlitSink& sink;
  unsigned sink_port = 0;
  ChannelTiming timing;
  unsigned buffer = 0;      ///< Flits a virtual channel at the other end; 0: always room.
  unsigned round_trip = 0;  ///< Of an idle channel, flit out to credit known.
  std::uint16_t cut = Transit::kHere;  ///< Of the clock's parts, which it crosses.
};

/// Sending end of a channel: credits of the buffer at its other end, and, for UGAL-L_CR, the time
/// that a credit takes to come back ([DF08], Fig. 17).
/// Invariant, checked: 0 <= free <= buffer.
/// Laid out by use: what a flit and its credit touch comes first and fits a cache line.
class alignas(64) OutputPort {
 public:
  static constexpr std::uint16_t kFree = 0xFFFF;  ///< No packet holds the virtual channel.
  static constexpr unsigned kMostVcs = 8;
  static constexpr unsigned kMostBuffer = 4096;
  static constexpr unsigned kMostLatency = 10'000;
  static constexpr unsigned kMostFlitCycles = 255;

  /// `peer`: path of the other end, for reports; outlives the port. `client` calls it `number`.
  void connect(const Channel& channel, unsigned vcs, const std::string& peer, CreditClient& client,
               unsigned number);
  [[nodiscard]] bool connected() const { return sink_ != nullptr; }

  /// True when `flits` places of `vc` are known to be free.
  [[nodiscard]] bool has_credit(unsigned vc, unsigned flits) const {
    return free_[vc] >= flits || endless_;
  }
  /// The client lacks a credit, and hears of the next one that comes.
  void miss_credit() { missed_ = true; }
  /// It hears of the next one of `vc`, too.
  void await_credit(unsigned vc) { awaited_ |= static_cast<std::uint8_t>(1u << vc); }
  void take_credit(unsigned vc, core::Cycle now) {
    if (endless_) return;
    GF_CHECK(free_[vc] > 0, "vc " + std::to_string(vc));
    --free_[vc];
    if (keeps_) note_taken(vc, now);
  }
  /// A credit is known from cycle `now` on.
  void credit_comes(unsigned vc, core::Cycle now) {
    GF_CHECK(free_[vc] < buffer_, "vc " + std::to_string(vc) + ": credit made up");
    ++free_[vc];
    if (keeps_) note_round_trip(vc, now);
    if (missed_ || awaited_ != 0) tell(vc, now);
  }

  /// Places in use behind this port; a place counts until its credit is known.
  [[nodiscard]] unsigned used() const;
  [[nodiscard]] unsigned used(unsigned vc) const { return endless_ ? 0u : buffer_ - free_[vc]; }
  [[nodiscard]] bool home() const { return used() == 0; }

  /// From which cycle on the channel carries the next flit.
  [[nodiscard]] core::Cycle free_from() const { return free_from_; }
  /// The flit leaves in cycle `now`, not before free_from(), by the virtual channel that it names.
  void send(Flit& flit, core::Cycle now, Transit& transit) {
    ++flits_;
    // The sender's pace is kept even if the flit fails: errors are decided here, and `now` becomes
    // the date at which it leaves for good.
    free_from_ = now + flit_cycles_;
    if (fails_) {
      if (buries(flit, now, transit)) return;
      now = fail(now);
    }
    flit.at = now + latency_;
    if (endless_) {
      // A sink that always has room needs no delivery at the date, and gives no credit back: no
      // entry of Transit is spent.
      sink_->flit_comes(sink_port_, flit);
    } else {
      transit.flit(flit, *sink_, sink_port_, cut_);
    }
  }

  void fetch() const { __builtin_prefetch(this, 1); }

  /// Virtual channels belong to a packet of several flits from its head to its tail: to the
  /// input virtual channel that it comes from. kFree: to none.
  void set_owner(unsigned vc, std::uint16_t input_vc) { owners_[vc] = input_vc; }
  [[nodiscard]] bool open_to(unsigned input_vc, unsigned vc) const {
    return owners_[vc] == kFree || owners_[vc] == input_vc;
  }
  [[nodiscard]] bool owned() const {
    return std::any_of(owners_.begin(), owners_.end(), [](auto owner) { return owner != kFree; });
  }

  /// Cycles by which credits came later than on an idle channel, at the last one that is known:
  /// the t_d of Fig. 17. 0 until keep_round_trips().
  /// With `by_vc` of the virtual channel, else of the port's.
  [[nodiscard]] unsigned delay(unsigned vc = 0) const {
    return keeps_ ? extras_->round_trips[queue_of(vc)].delay : 0;
  }
  /// `by_vc`: a credit time queue for each virtual channel, else one for the port.
  void keep_round_trips(bool by_vc = false);
  /// Input 0 is looked at first, and credits are as those of an idle channel.
  void renew() {
    next_input = 0;
    if (!keeps_) return;
    for (Extras::RoundTrips& each : extras_->round_trips) each.delay = 0;
  }

  /// From cycle `at` on no packet gets through any more: one that has begun to cross the channel
  /// does, others go to `grave`, as fast as the channel carries them, and their places behind it
  /// stay free. `grave` outlives the port and always has room.
  void kill(core::Cycle at, FlitSink& grave);
  [[nodiscard]] bool dead(core::Cycle now) const { return fails_ && extras_->dies_at <= now; }
  /// The flit that was sent last went to the grave.
  [[nodiscard]] bool buried() const { return fails_ && extras_->buried; }
  /// Flits are hit by errors from now on. `errors` outlives the port.
  void inject(ChannelErrors& errors);
  /// Credits and round trips become visible. `probes` outlives the port.
  void watch(OutputProbes& probes);

  [[nodiscard]] const std::uint64_t& flits() const { return flits_; }
  /// Of a port that another process serves: what has been sent there.
  void take_count(std::uint64_t flits) { flits_ = flits; }
  [[nodiscard]] bool endless() const { return endless_; }
  [[nodiscard]] const std::string& peer() const { return *peer_; }

  // For the journal of hops.
  [[nodiscard]] FlitSink& sink() const { return *sink_; }
  [[nodiscard]] unsigned sink_port() const { return sink_port_; }
  [[nodiscard]] unsigned latency() const { return latency_; }  ///< First bit out to last bit in.
  [[nodiscard]] unsigned flit_cycles() const { return flit_cycles_; }
  /// When the flit that was sent last left, for good where it was sent again.
  [[nodiscard]] core::Cycle last_start() const {
    return fails_ ? extras_->start : free_from_ - flit_cycles_;
  }

 private:
  /// What few ports have.
  struct Extras {
    /// A credit time queue ([DF08], Fig. 17).
    struct RoundTrips {
      unsigned delay = 0;
      core::Ring<core::Cycle, std::uint16_t> sent_at;  ///< Not answered for yet.
    };
    std::array<RoundTrips, kMostVcs> round_trips;  ///< One, or by virtual channel.
    bool by_vc = false;
    ChannelErrors* errors = nullptr;
    FlitSink* grave = nullptr;
    core::Cycle dies_at = core::kNoCycle;  ///< kNoCycle: it lives.
    std::uint8_t lost = 0;                 ///< Bit a virtual channel: its packet goes to the grave.
    bool buried = false;
    core::Cycle start = 0;  ///< With fails_: when the last flit left for good.
    OutputProbes* probes = nullptr;
  };
  Extras& extras();
  [[nodiscard]] unsigned queue_of(unsigned vc) const { return extras_->by_vc ? vc : 0; }
  core::Cycle fail(core::Cycle now);
  /// Where the channel is dead to the flit's packet: gives it to the grave.
  bool buries(Flit& flit, core::Cycle now, Transit& transit);
  void note_taken(unsigned vc, core::Cycle now);
  void note_round_trip(unsigned vc, core::Cycle known);
  void tell(unsigned vc, core::Cycle now);

  // First cache line: every flit and every credit.
  FlitSink* sink_ = nullptr;
  core::Cycle free_from_ = 0;
  std::uint64_t flits_ = 0;
  std::array<std::uint16_t, kMostVcs> free_{};
  std::uint16_t sink_port_ = 0;
  std::uint16_t latency_ = 1;  ///< First bit out to last bit in.
  std::uint16_t buffer_ = 0;
  std::uint16_t cut_ = Transit::kHere;
  std::uint8_t flit_cycles_ = 1;
  bool endless_ = false;
  bool missed_ = false;
  std::uint8_t awaited_ = 0;  ///< Bit a virtual channel.
  bool keeps_ = false;        ///< Round trips.
  bool fails_ = false;        ///< Errors, or death.

 public:
  // Of the owner's allocator.
  std::uint8_t next_input = 0;  ///< Round robin: looked at first.
  std::uint64_t proposals = 0;  ///< Bit an input port.

  // Second one: packets of several flits, flits that wait, wake-ups.
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
