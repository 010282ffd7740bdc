// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/memory/crossbar.h"

#include <algorithm>

#include "hw/gpu/memory/l2_cache.h"
#include "hw/gpu/memory/memory_ports.h"
#include "hw/gpu/memory/peer_port.h"
#include "hw/gpu/memory/stream_unit.h"

namespace gf::hw::gpu {

using core::Cycle;

Crossbar::Crossbar(const MemoryParams& params, const AddressMap& map, unsigned gpu, Mmu& mmu,
                   MemoryPorts& ports, L2Cache& l2, PeerPort& peers, core::ClockMember& clock,
                   MemoryStats& stats, core::Probe& queue)
    : params_(params),
      map_(map),
      first_peer_(params.slices),
      xbar_latency_(params.xbar_latency),
      gpu_(gpu),
      mmu_(mmu),
      clients_(ports),
      l2_(l2),
      peers_(peers),
      clock_(clock),
      stats_(stats),
      queue_(queue),
      targets_(params.slices + params.peer_ways()) {}

Cycle Crossbar::reserve(unsigned number, Cycle from, Cycle cycles) {
  Port& port = ports_[number];
  const Cycle first = std::max(from, port.free);
  port.free = first + cycles;
  // The request at the head of the queue goes on when the stream has passed.
  if ((looking_[number / 64] & core::bit(number % 64)) != 0 && port.look < port.free) {
    port.look = port.free;
    held_longer_ = true;
  }
  return first;
}

void Crossbar::act(Cycle now) {
  mmu_.step(now, again_);
  for (const unsigned port : again_) look_at(port, now);
  again_.clear();
  if (next_look_ <= now || held_longer_) look_at_all(now);
  for (std::size_t i = 0; i < asked_.size();) {
    const unsigned target = asked_[i];
    if (targets_[target].free <= now) grant(target, now);
    if (!targets_[target].asking.empty()) {
      ++i;
    } else {
      asked_[i] = asked_.back();
      asked_.pop_back();
    }
  }
}

void Crossbar::look_at_all(Cycle now) {
  held_longer_ = false;
  next_look_ = core::kNoCycle;
  for (unsigned word = 0; word < looking_.size(); ++word)
    core::each_bit(looking_[word], [&](unsigned bit) {
      const unsigned port = word * 64 + bit;
      if (ports_[port].look <= now) {
        look(port, now);
      } else {
        next_look_ = std::min(next_look_, ports_[port].look);
      }
    });
}

void Crossbar::look(unsigned number, Cycle now) {
  // The port is looked at again when the MMU has its translation, or when the target has taken its
  // request. Until then it costs nothing.
  looking_[number / 64] &= ~core::bit(number % 64);
  Access& access = ports_[number].queue.front();
  if (!access.translated && !mmu_.translate(access, now)) return;
  const unsigned target = target_of(access);
  // Ports ask in the order of their numbers within a cycle, because bits are visited from the
  // lowest one on. The lowest of those that ask at once is therefore the first.
  if (targets_[target].asking.empty()) asked_.push_back(target);
  targets_[target].asking.push(static_cast<std::uint8_t>(number));
}

unsigned Crossbar::target_of(Access& access) const {
  if (model::home_of(access.line) != gpu_) return first_peer_ + map_.way(access.line);
  const AddressMap::Place place = map_.place(model::offset_of(access.line));
  access.index = place.index;
  return place.slice;
}

void Crossbar::grant(unsigned number, Cycle now) {
  Target& target = targets_[number];
  const unsigned source = target.asking.front();
  const bool to_peer = number >= first_peer_;
  // A port that waits for its turn behind streams gets it in a step of the memory; this is called
  // again after that.
  const bool turn = to_peer || streams_->turn(source);
  if (!turn || !has_room(number, ports_[source].queue.front())) {
    return target.stall.begin(to_peer ? stats_.no_peer_slot : stats_.slice_full, now);
  }
  target.stall.end(now, clock_.period());
  target.asking.drop();
  if (!to_peer) streams_->took_turn(source);
  send(number, source, now);
}

bool Crossbar::has_room(unsigned target, const Access& access) const {
  return target >= first_peer_ ? peers_.has_room(access) : l2_.room(target);
}

void Crossbar::send(unsigned number, unsigned source, Cycle now) {
  Port& port = ports_[source];
  Access& access = port.queue.pop();
  // The data of a write crosses from port to target as it comes, so both are held for
  // the same cycles.
  port.free = targets_[number].free = now + hold(access);
  if (!port.queue.empty()) look_at(source, std::max(port.free, port.queue.front().at));
  queue_.add(clock_.ticks(now), -1);
  access.at = port.free - 1 + xbar_latency_;
  clients_.left(access, now);
  if (number >= first_peer_) return peers_.comes(access);
  l2_.comes(number, access);
}

}  // namespace gf::hw::gpu
