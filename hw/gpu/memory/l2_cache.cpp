// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/memory/l2_cache.h"

#include <algorithm>
#include <utility>

#include "core/base/bits.h"

namespace gf::hw::gpu {

using core::Cycle;
using core::each_bit;
using core::Ticks;

L2Cache::L2Cache(const MemoryParams& params, const AddressMap& map, MemoryPorts& ports,
                 model::BytePages& bytes, const LinePassClients& watches,
                 const core::ClockMember& clock, MemoryStats& stats, MemoryProbes& probes)
    : params_(params),
      tag_latency_(params.tag_latency),
      map_(map),
      clock_(clock),
      queue_(probes.l2_queue) {
  latency_ = params.dram_latency.value() - params.row_open.value();
  DramClient& fills = *this;
  for (unsigned i = 0; i < params.channels; ++i)
    channels_.emplace_back(params, i, map, clock, stats, probes, fills);
  for (unsigned i = 0; i < params.slices; ++i)
    slices_.emplace_back(params, i, channels_[map.channel(i)], ports, bytes, watches, clock, stats,
                         probes);
}

Cycle L2Cache::reserve(std::uint64_t offset, unsigned lines, LineOp op, bool to_dram, Cycle at) {
  Cycle there = 0;
  const unsigned slices = params_.slices;
  // A group has one line in every slice. The remaining lines fall on the slices that
  // their addresses select.
  const unsigned whole = lines / slices;
  const std::uint64_t rest = offset + std::uint64_t{whole} * slices * kLineBytes;
  const auto group = static_cast<std::uint32_t>(offset / kLineBytes / slices);
  for (unsigned slice = 0; whole > 0 && slice < slices; ++slice)
    there = std::max(there, reserve_slice(slice, {group, whole}, op, to_dram, at));
  for (unsigned n = 0; n < lines % slices; ++n) {
    const AddressMap::Place place = map_.place(rest + n * kLineBytes);
    there = std::max(there, reserve_slice(place.slice, {place.index, 1}, op, to_dram, at + n));
  }
  return there;
}

Cycle L2Cache::reserve_slice(unsigned number, const Part& part, LineOp op, bool to_dram, Cycle at) {
  const Cycle decided = at + tag_latency_;
  const bool write = op == LineOp::kWrite;
  const Cycle cycles = part.lines * params_.port_cycles(write ? 0 : kLineBytes);
  Cycle ready = decided;
  if (!write || to_dram) {
    const Ticks bus = channels_[map_.channel(number)].reserve(
        {part.index, 0, static_cast<std::uint8_t>(number), 0xF, write}, part.lines, decided);
    // Nobody waits for a write's way to DRAM: it is visible when the slice has it.
    if (!write) ready = (bus + latency_ + clock_.period() - 1) / clock_.period();
  }
  // The port is reserved from the decision on. A reservation that begins later would keep out
  // answers that come before it.
  const Cycle one = params_.port_cycles(write ? 0 : kLineBytes);
  const Cycle port = slices_[number].reserve(decided, cycles);
  return std::max(ready + one, port) - 1 + params_.data_latency;
}

Ticks L2Cache::reserved_until() const {
  Ticks until = 0;
  for (const DramChannel& channel : channels_) until = std::max(until, channel.reserved_until());
  return until;
}

/// `slices` are those that are due.
void L2Cache::act(core::TimerSet slices, Cycle now) {
  // Fills come first, so that slices decide with data that has just come. Channels issue last: a
  // miss begins at its channel in the cycle of the slice's decision.
  each_bit(asked_channels_, [&](unsigned i) { channels_[i].deliver(now); });
  each_bit(slices | std::exchange(unblocked_slices_, 0), [&](unsigned i) { step_slice(i, now); });
  each_bit(asked_channels_, [&](unsigned i) {
    channels_[i].issue(now);
    const Cycle at = channels_[i].next(now);
    if (at != core::kNoCycle) channel_dates_.set(i, at, now);
  });
}

void L2Cache::step_slice(unsigned number, Cycle now) {
  L2Slice& slice = slices_[number];
  // A channel with a new request has something to do in this cycle, whatever time it gave before.
  if (slice.step(now)) asked_channels_ |= core::bit(map_.channel(number));
  stalled_slices_ &= ~core::bit(number);
  if (slice.stalled()) stalled_slices_ |= core::bit(number);
  const Cycle at = slice.next(now);
  if (at != core::kNoCycle) slice_dates_.set(number, at, now);
}

/// Lets the slice decide again if it is stalled.
void L2Cache::try_again(unsigned number, Cycle now) {
  if ((stalled_slices_ & core::bit(number)) == 0) return;
  stalled_slices_ &= ~core::bit(number);
  unblocked_slices_ |= core::bit(number);
  slices_[number].unblock(now);
}

void L2Cache::filled(unsigned slice, unsigned mshr, std::uint8_t sectors, Cycle now) {
  slices_[slice].fill(mshr, sectors, now);
  try_again(slice, now);
}

void L2Cache::channel_room(unsigned channel, Cycle now) {
  each_bit(stalled_slices_, [&](unsigned i) {
    if (map_.channel(i) == channel) try_again(i, now);
  });
}

void L2Cache::renew() {
  for (L2Slice& slice : slices_) slice.renew();
  for (DramChannel& channel : channels_) channel.renew();
}

bool L2Cache::dram_idle() const {
  return std::all_of(channels_.begin(), channels_.end(),
                     [](const DramChannel& channel) { return channel.idle(); });
}

unsigned L2Cache::misses() const {
  unsigned misses = 0;
  for (const L2Slice& slice : slices_) misses += slice.misses();
  return misses;
}

}  // namespace gf::hw::gpu
