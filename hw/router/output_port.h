// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "core/near_ring.h"
#include "hw/router/channel_errors.h"
#include "hw/router/flit.h"
#include "hw/router/router_probes.h"

namespace gf::hw::router {

/// Of a channel, in cycles.
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
};

/// Sending end of a channel: credits of the buffer at its other end, and, for UGAL-L_CR, the time
/// that a credit takes to come back (seed 003, Fig. 17).
/// Invariant, checked: 0 <= free <= buffer.
/// Laid out by use: what a flit and its credit touch comes first and fits a cache line.
class alignas(64) OutputPort {
 public:
  static constexpr std::uint16_t kFree = 0xFFFF;  ///< No packet holds the virtual channel.
  static constexpr unsigned kMostVcs = 8;
  static constexpr unsigned kMostBuffer = 4096;
  static constexpr unsigned kMostLatency = 10'000;
  static constexpr unsigned kMostFlitCycles = 255;

  /// `peer`: path of the other end, for reports; outlives the port.
  void connect(const Channel& channel, unsigned vcs, const std::string& peer);
  /// Who is called when a credit comes that was missed.
  void wakes(core::ClockDomain& clock, unsigned member) {
    clock_ = &clock;
    member_ = member;
  }
  [[nodiscard]] bool connected() const { return sink_ != nullptr; }

  /// True when `flits` places of `vc` are known to be free in cycle `now`.
  [[nodiscard]] bool has_credit(unsigned vc, unsigned flits, core::Cycle now) {
    if (free_[vc] >= flits) return true;
    absorb(now);
    return endless_ || free_[vc] >= flits;
  }
  /// The owner sleeps for want of a credit; the next one that comes wakes it. Returns when the next
  /// one under way will be known; kNoCycle: none is.
  core::Cycle miss_credit() {
    missed_ = true;
    return first_return_;
  }
  void take_credit(unsigned vc, core::Cycle now) {
    if (endless_) return;
    GF_CHECK(free_[vc] > 0, "vc " + std::to_string(vc));
    --free_[vc];
    if (core::Probe::any_on() && probes_ != nullptr) probes_->credit(vc, now, -1);
    if (keep_round_trips_) sent_at_.push(now);
  }
  /// In cycle `now` a credit leaves that will be known in cycle `at`, not before those that were
  /// given earlier. Returns the cycle.
  core::Cycle give_credit(unsigned vc, core::Cycle now, core::Cycle at) {
    absorb(now);
    if (returns_.empty()) {
      first_return_ = at;
    } else {
      at = std::max(at, cycle_of(returns_.back()));
    }
    returns_.push(pack(at, vc));
    if (core::Probe::any_on() && probes_ != nullptr) show_credit(vc, at);
    if (missed_) wake(at);
    return at;
  }

  /// Places in use behind this port; a place counts until its credit is known.
  [[nodiscard]] unsigned used(core::Cycle now) const;
  [[nodiscard]] unsigned used(unsigned vc, core::Cycle now) const;
  [[nodiscard]] bool home(core::Cycle now) const { return used(now) == 0; }

  /// From which cycle on the channel carries the next flit.
  [[nodiscard]] core::Cycle free_from() const { return free_from_; }
  /// The flit leaves in cycle `now`, not before free_from(), by the virtual channel that it names.
  void send(Flit& flit, core::Cycle now) {
    ++flits_;
    free_from_ = now + flit_cycles_;
    if (errors_ != nullptr) now = errors_->departure(now, latency_, flit_cycles_);
    flit.at = now + latency_;
    sink_->flit_comes(sink_port_, flit);
  }

  /// Asks memory for what give_credit() and send() will touch.
  void fetch_for_credit() const {
    __builtin_prefetch(this, 1);
    __builtin_prefetch(&returns_, 1);
  }
  void fetch() const { __builtin_prefetch(this, 1); }
  void fetch_sink(unsigned vc) const {
    __builtin_prefetch(sink_, 1);
    __builtin_prefetch(reinterpret_cast<const char*>(sink_) + 64, 1);
    __builtin_prefetch(place_ + std::size_t{64} * vc, 1);
  }

  /// Virtual channels belong to a packet of several flits from its head to its tail: to the lane
  /// that it comes from. kFree: to none.
  void set_owner(unsigned vc, std::uint16_t lane) { owners_[vc] = lane; }
  [[nodiscard]] bool open_to(unsigned lane, unsigned vc) const {
    return owners_[vc] == kFree || owners_[vc] == lane;
  }
  [[nodiscard]] bool owned() const {
    return std::any_of(owners_.begin(), owners_.end(), [](auto owner) { return owner != kFree; });
  }

  /// Cycles by which credits came later than on an idle channel, at the last one that is known:
  /// the t_d of Fig. 17. 0 until keep_round_trips().
  [[nodiscard]] unsigned delay(core::Cycle now) {
    absorb(now);
    return delay_;
  }
  void keep_round_trips() { keep_round_trips_ = true; }

  /// Flits are hit by errors from now on. `errors` outlives the port.
  void inject(ChannelErrors& errors) { errors_ = &errors; }
  /// Credits and round trips become visible. `probes` outlives the port.
  void watch(OutputProbes& probes) {
    probes_ = &probes;
    keep_round_trips();
  }

  [[nodiscard]] std::uint64_t flits() const { return flits_; }
  [[nodiscard]] bool endless() const { return endless_; }
  [[nodiscard]] const std::string& peer() const { return *peer_; }

 private:
  /// A credit under way: the cycle from which it is known, and its virtual channel.
  using Return = std::uint64_t;
  static Return pack(core::Cycle at, unsigned vc) { return at * kMostVcs + vc; }
  static core::Cycle cycle_of(Return credit) { return credit / kMostVcs; }
  static unsigned vc_of(Return credit) { return credit % kMostVcs; }
  void absorb(core::Cycle now) {
    while (first_return_ <= now) take_return();
  }
  void take_return() {
    const Return due = returns_.pop();
    first_return_ = returns_.empty() ? core::kNoCycle : cycle_of(returns_.front());
    std::uint16_t& free = free_[vc_of(due)];
    GF_CHECK(free < buffer_, "vc " + std::to_string(vc_of(due)) + ": credit made up");
    ++free;
    if (keep_round_trips_) note_round_trip(cycle_of(due));
  }
  void note_round_trip(core::Cycle known);
  void wake(core::Cycle at);
  void show_credit(unsigned vc, core::Cycle at);

  // First cache line: every flit and every credit.
  core::Cycle first_return_ = core::kNoCycle;  ///< Of the front of returns_: read at each look.
  std::array<std::uint16_t, kMostVcs> free_{};
  FlitSink* sink_ = nullptr;
  std::uint16_t sink_port_ = 0;
  std::uint16_t latency_ = 1;  ///< First bit out to last bit in.
  bool endless_ = false;
  bool missed_ = false;
  bool keep_round_trips_ = false;
  std::uint8_t flit_cycles_ = 1;
  std::uint16_t buffer_ = 0;

 public:
  std::uint8_t next_input = 0;  ///< Round robin of the owner: looked at first.

 private:
  std::uint64_t flits_ = 0;
  const char* place_ = nullptr;

  // Second one.
  core::Cycle free_from_ = 0;
  core::NearRing<Return, 4> returns_;  ///< By date.
  static_assert(sizeof(free_from_) + sizeof(returns_) == 64, "a cache line");

  // Packets of several flits, flits that wait, wake-ups.
  std::array<std::uint16_t, kMostVcs> owners_{};

 public:
  core::Ring<Flit, std::uint16_t> queue;  ///< Flits that have won the switch and wait to leave.

 private:
  core::ClockDomain* clock_ = nullptr;
  unsigned member_ = 0;
  unsigned delay_ = 0;
  unsigned vcs_ = 0;
  unsigned round_trip_ = 0;
  const std::string* peer_ = nullptr;
  ChannelErrors* errors_ = nullptr;
  OutputProbes* probes_ = nullptr;
  core::Ring<core::Cycle, std::uint16_t> sent_at_;  ///< Credit time queue: flits not answered for.
};

}  // namespace gf::hw::router
