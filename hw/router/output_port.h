// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "core/ring.h"
#include "hw/router/flit_queue.h"

namespace gf::hw::router {

/// Sending end of a channel: credits of the buffer at its other end, and, for UGAL-L_CR, the time
/// that a credit takes to come back (seed 003, Fig. 17).
/// Invariant, checked: 0 <= free <= buffer.
class OutputPort {
 public:
  static constexpr std::uint16_t kFree = 0xFFFF;  ///< No packet holds the virtual channel.
  static constexpr unsigned kMostVcs = 8;

  void connect(FlitSink& sink, unsigned sink_port, unsigned latency, unsigned buffer, unsigned vcs,
               unsigned round_trip, const std::string& peer);
  [[nodiscard]] bool connected() const { return sink_ != nullptr; }

  /// True when `flits` places of `vc` are known to be free in cycle `now`.
  [[nodiscard]] bool has_credit(unsigned vc, unsigned flits, core::Cycle now) {
    // Credits are added up when they are missed or many, not one by one.
    if (lanes_[vc].free >= flits && returns_.size() < kBatch) return true;
    absorb(now);
    return endless_ || lanes_[vc].free >= flits;
  }
  /// When the next credit under way will be known; kNoCycle: none is.
  [[nodiscard]] core::Cycle next_credit() const { return first_return_; }
  void take_credit(unsigned vc, core::Cycle now);
  /// A credit that will be known in cycle `at`, not before those that were given earlier. Returns
  /// the cycle.
  core::Cycle give_credit(unsigned vc, core::Cycle at);

  /// Places in use behind this port; a place counts until its credit is known.
  [[nodiscard]] unsigned used(core::Cycle now) const;
  [[nodiscard]] unsigned used(unsigned vc, core::Cycle now) const;
  [[nodiscard]] bool home(core::Cycle now) const { return used(now) == 0; }

  /// The flit leaves in cycle `now`.
  void send(Flit& flit, core::Cycle now) {
    ++flits_;
    sink_->flit_comes(sink_port_, flit, now + latency_);
  }

  /// Which lane's packet holds `vc`; kFree: none.
  [[nodiscard]] std::uint16_t owner(unsigned vc) const { return lanes_[vc].owner; }
  void set_owner(unsigned vc, std::uint16_t lane) { lanes_[vc].owner = lane; }

  /// Cycles by which credits came later than on an idle channel, at the last one that is known:
  /// the t_d of Fig. 17. 0 until keep_round_trips().
  [[nodiscard]] unsigned delay(core::Cycle now) {
    absorb(now);
    return delay_;
  }
  void keep_round_trips() { keep_round_trips_ = true; }

  [[nodiscard]] std::uint64_t flits() const { return flits_; }
  [[nodiscard]] bool endless() const { return endless_; }
  [[nodiscard]] const std::string& peer() const { return *peer_; }

  FlitQueue queue;              ///< Flits that have won the switch and wait for the channel.
  unsigned queued = 0;          ///< How many.
  std::uint8_t next_input = 0;  ///< Round robin: looked at first.

 private:
  static constexpr std::size_t kBatch = 16;
  struct Lane {
    std::uint16_t free = 0;
    std::uint16_t owner = kFree;
  };
  /// A credit under way: the cycle from which it is known, and its virtual channel.
  using Return = std::uint64_t;
  static Return pack(core::Cycle at, unsigned vc) { return at * kMostVcs + vc; }
  static core::Cycle cycle_of(Return credit) { return credit / kMostVcs; }
  static unsigned vc_of(Return credit) { return credit % kMostVcs; }
  void absorb(core::Cycle now) {
    while (first_return_ <= now) take_return();
  }
  void take_return();

  std::array<Lane, kMostVcs> lanes_;
  core::Ring<Return> returns_;                 ///< By date.
  core::Cycle first_return_ = core::kNoCycle;  ///< Cycle of the ring's front: read at each look.
  core::Cycle last_return_ = 0;                ///< Of the one pushed last.
  FlitSink* sink_ = nullptr;
  std::uint64_t flits_ = 0;
  unsigned sink_port_ = 0;
  unsigned latency_ = 1;
  unsigned vcs_ = 0;
  unsigned buffer_ = 0;
  unsigned round_trip_ = 0;  ///< Of an idle channel, flit out to credit known.
  unsigned delay_ = 0;
  bool endless_ = false;
  bool keep_round_trips_ = false;
  core::Ring<core::Cycle> sent_at_;    ///< Credit time queue: flits not answered for.
  const std::string* peer_ = nullptr;  ///< Path of the other end; outlives the port.
};

}  // namespace gf::hw::router
