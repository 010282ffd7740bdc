// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/base/bits.h"
#include "core/base/ring.h"
#include "hw/gpu/memory/dram/address_map.h"
#include "hw/gpu/memory/dram/memory_stats.h"
#include "hw/gpu/memory/mmu.h"
#include "hw/gpu/memory/stall.h"

namespace gf::hw::gpu {

class L2Cache;
class MemoryPorts;
class PeerPort;
class StreamUnit;

/// Requests from ports (SMs, peers, copy engine) to targets (slices, ways to the peers).
/// Timing: the first request of a port's queue is looked at in the cycle after it came, translated,
/// and asks its target; a target takes one request at a time, those that asked first first (in one
/// cycle: the lower port first), if it has room. Writes and atomics hold port and target bytes /
/// xbar_width cycles, at least one, reads one cycle. The request is there xbar_latency after that.
/// Order: first in first out by port: a first request that cannot go holds up those behind it.
class Crossbar {
 public:
  static constexpr unsigned kMostPorts = 256;

  /// `ports` are told when one of their places is free; requests come out at `l2` and `peers`.
  Crossbar(const MemoryParams& params, const AddressMap& map, unsigned gpu, Mmu& mmu,
           MemoryPorts& ports, L2Cache& l2, PeerPort& peers, core::ClockMember& clock,
           MemoryStats& stats, core::Probe& queue);
  void resize(unsigned ports) {
    ports_.resize(ports);
    looking_.resize((ports + 63) / 64);
  }
  /// Ports take turns with `streams`. Before the simulation starts.
  void share_with(StreamUnit& streams) { streams_ = &streams; }

  /// A request comes to the port's queue, whose places are counted by who calls,
  /// who also wakes the member.
  void push(Access& access, core::Cycle at) {
    Port& port = ports_[access.port];
    const bool first = port.queue.empty();
    port.queue.push(access);
    access.at = at;
    queue_.add(clock_.ticks(at), +1);
    if (first) look_at(access.port, std::max(at, port.free));
  }
  /// Requests of a stream hold the port for `cycles` from `from` on, behind what holds it now.
  /// Returns the first of these cycles.
  core::Cycle reserve(unsigned port, core::Cycle from, core::Cycle cycles);
  void step(core::Cycle now) {
    if (mmu_.next() <= now || next_look_ <= now || held_longer_ || !asked_.empty()) act(now);
  }
  [[nodiscard]] core::Cycle next(core::Cycle now) const {
    core::Cycle at = std::min(mmu_.next(), next_look_);
    for (const unsigned target : asked_)
      // A target that has no room is granted again in the cycle in which it frees a place, which is
      // a cycle of this member anyway.
      if (!targets_[target].stall.on()) at = std::min(at, targets_[target].free);
    return std::max(at, now + 1);
  }

 private:
  struct Port {
    Fifo<Access> queue;
    core::Cycle look = 0;  ///< When its first request is looked at.
    core::Cycle free = 0;
  };
  struct Target {
    core::Ring<std::uint8_t> asking;  ///< Ports.
    core::Cycle free = 0;
    Stall stall;
  };
  void look_at(unsigned port, core::Cycle at) {
    ports_[port].look = at;
    looking_[port / 64] |= core::bit(port % 64);
    next_look_ = std::min(next_look_, at);
  }
  void act(core::Cycle now);
  // Each request passes these: they are inline in act().
  inline void look_at_all(core::Cycle now);
  inline void look(unsigned port, core::Cycle now);
  [[nodiscard]] inline unsigned target_of(Access& access) const;  ///< Sets its index in a slice.
  /// To the first that asks; it is free.
  [[gnu::always_inline]] inline void grant(unsigned target, core::Cycle now);
  inline void send(unsigned target, unsigned source, core::Cycle now);
  [[nodiscard]] inline bool has_room(unsigned target, const Access& access) const;
  [[nodiscard]] unsigned hold(const Access& access) const {
    return access.op == LineOp::kRead ? 1 : params_.port_cycles(access.bytes);
  }

  const MemoryParams& params_;
  const AddressMap& map_;
  const unsigned first_peer_;  ///< Targets from this one on are ways to the peers.
  const unsigned xbar_latency_;
  const unsigned gpu_;
  Mmu& mmu_;
  MemoryPorts& clients_;
  L2Cache& l2_;
  PeerPort& peers_;
  StreamUnit* streams_ = nullptr;
  core::ClockMember& clock_;
  MemoryStats& stats_;
  core::Probe& queue_;
  std::vector<Port> ports_;
  std::vector<Target> targets_;
  std::vector<std::uint64_t> looking_;      ///< Bit a port that has a first one to look at.
  core::Cycle next_look_ = core::kNoCycle;  ///< The first date of these,
  bool held_longer_ = false;                ///< or a date that was put off since.
  std::vector<unsigned> asked_;             ///< Targets with ports that ask.
  std::vector<std::uint8_t> again_;         ///< Ports whose translation is there.
};

}  // namespace gf::hw::gpu
