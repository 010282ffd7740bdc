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

/// Moves requests from ports (SMs, peers, copy engine) to targets (slices, ways to the peers).
/// Timing: the first request of a port's queue is looked at in the cycle after it came. It is
/// translated and asks its target. A target takes one request at a time, if it has room: those that
/// asked first go first (in one cycle: the lower port first). Writes and atomics hold port and
/// target for bytes / xbar_width cycles, at least one; reads hold them for one cycle. The request
/// reaches its target xbar_latency after that.
/// Order: first in first out at each port. A first request that cannot go holds up those behind it.
class Crossbar {
 public:
  static constexpr unsigned kMostPorts = 256;

  /// `ports` are notified when one of their places is free. Requests leave to `l2` and `peers`.
  Crossbar(const MemoryParams& params, const AddressMap& map, unsigned gpu, Mmu& mmu,
           MemoryPorts& ports, L2Cache& l2, PeerPort& peers, core::ClockMember& clock,
           MemoryStats& stats, core::Probe& queue);
  void resize(unsigned ports) {
    ports_.resize(ports);
    looking_.resize((ports + 63) / 64);
  }
  /// Makes ports take turns with `streams`. Call it before the simulation starts.
  void share_with(StreamUnit& streams) { streams_ = &streams; }

  /// Adds a request to its port's queue. The caller counts the places of the queue and
  /// wakes the member.
  void push(Access& access, core::Cycle at) {
    Port& port = ports_[access.port];
    const bool first = port.queue.empty();
    port.queue.push(access);
    access.at = at;
    queue_.add(clock_.ticks(at), +1);
    if (first) look_at(access.port, std::max(at, port.free));
  }
  /// Holds the port for requests of a stream: `cycles` cycles from `from` on, behind what holds it
  /// now. Returns the first of these cycles.
  core::Cycle reserve(unsigned port, core::Cycle from, core::Cycle cycles);
  void step(core::Cycle now) {
    if (mmu_.next() <= now || next_look_ <= now || held_longer_ || !asked_.empty()) act(now);
  }
  [[nodiscard]] core::Cycle next(core::Cycle now) const {
    core::Cycle at = std::min(mmu_.next(), next_look_);
    for (const unsigned target : asked_)
      // A target without room is granted again in the cycle in which it frees a place, which is a
      // cycle of this member anyway.
      if (!targets_[target].stall.on()) at = std::min(at, targets_[target].free);
    return std::max(at, now + 1);
  }

 private:
  struct Port {
    Fifo<Access> queue;
    core::Cycle look = 0;  ///< When to look at its first request.
    core::Cycle free = 0;
  };
  struct Target {
    core::Ring<std::uint8_t> asking;  ///< Ports that ask.
    core::Cycle free = 0;
    Stall stall;
  };
  void look_at(unsigned port, core::Cycle at) {
    ports_[port].look = at;
    looking_[port / 64] |= core::bit(port % 64);
    next_look_ = std::min(next_look_, at);
  }
  void act(core::Cycle now);
  // Each request passes these, so they are inline in act().
  inline void look_at_all(core::Cycle now);
  inline void look(unsigned port, core::Cycle now);
  [[nodiscard]] inline unsigned target_of(Access& access) const;  ///< Also sets access.index.
  /// Serves the first port that asks. Precondition: the target is free.
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
  std::vector<std::uint64_t> looking_;      ///< One bit per port with a first request to look at.
  core::Cycle next_look_ = core::kNoCycle;  ///< Earliest of these looks.
  bool held_longer_ = false;                ///< A look has been put off since.
  std::vector<unsigned> asked_;             ///< Targets with ports that ask.
  std::vector<std::uint8_t> again_;         ///< Ports whose translation has arrived.
};

}  // namespace gf::hw::gpu
