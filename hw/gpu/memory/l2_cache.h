// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/time/cycle_timers.h"
#include "hw/gpu/memory/dram/dram_channel.h"
#include "hw/gpu/memory/l2_slice.h"

namespace gf::hw::gpu {

/// The level 2 cache of a GPU with the DRAM behind it. It calls slices and channels in the cycles
/// in which they have something to do. Timing and order: see L2Slice and DramChannel. Within a
/// cycle, reads that have arrived come first, then the slices, then new accesses at the channels.
class L2Cache final : private DramClient {
 public:
  L2Cache(const MemoryParams& params, const AddressMap& map, MemoryPorts& ports,
          model::BytePages& bytes, const LinePassClients& watches, const core::ClockMember& clock,
          MemoryStats& stats, MemoryProbes& probes);

  [[nodiscard]] bool room(unsigned slice) const { return slices_[slice].room(); }
  /// Takes an access that is at the slice in cycle `access.at`. Precondition: room().
  void comes(unsigned number, Access& access) {
    L2Slice& slice = slices_[number];
    queue_.add(core::now_ticks(), +1);
    access.at += tag_latency_;
    // Behind others it needs no timer: when the slice is done with the request in front, it says
    // when it looks at the next.
    const bool first = !slice.waits();
    slice.comes(access);
    if (first) slice_dates_.set(number, access.at, clock_.now());
  }
  /// Reserves the buses of channels and the ports of slices, in bulk, for adjacent lines of a
  /// stream whose requests reach the slices from cycle `at` on. Returns when the last answer enters
  /// the crossbar. `to_dram`: for writes, whether as many bytes leave for DRAM.
  core::Cycle reserve(std::uint64_t offset, unsigned lines, LineOp op, bool to_dram,
                      core::Cycle at);
  /// Returns the time until which any channel's bus is reserved.
  [[nodiscard]] core::Ticks reserved_until() const;
  void step(core::Cycle now) {
    asked_channels_ = channel_dates_.due(now);
    const core::TimerSet slices = slice_dates_.due(now);
    if ((asked_channels_ | slices | unblocked_slices_) != 0) act(slices, now);
  }
  [[nodiscard]] core::Cycle next(core::Cycle now) const {
    const core::Cycle at = unblocked_slices_ != 0 ? now + 1 : slice_dates_.earliest();
    return std::min(at, channel_dates_.earliest());
  }
  /// Empties the cache and closes rows. Precondition: no access is in progress.
  void renew();
  [[nodiscard]] bool dram_idle() const;
  [[nodiscard]] unsigned misses() const;

 private:
  struct Part {  ///< Lines of one slice.
    std::uint32_t index;
    unsigned lines;
  };
  core::Cycle reserve_slice(unsigned slice, const Part& part, LineOp op, bool to_dram,
                            core::Cycle at);
  void act(core::TimerSet slices, core::Cycle now);
  inline void step_slice(unsigned slice, core::Cycle now);
  void try_again(unsigned slice, core::Cycle now);
  void filled(unsigned slice, unsigned mshr, std::uint8_t sectors, core::Cycle now) override;
  void channel_room(unsigned channel, core::Cycle now) override;

  const MemoryParams& params_;
  const unsigned tag_latency_;
  const AddressMap& map_;
  const core::ClockMember& clock_;
  core::Probe& queue_;
  std::vector<DramChannel> channels_;
  std::vector<L2Slice> slices_;
  core::Ticks latency_ = 0;             ///< From taking the bus to the data, row open.
  core::CycleTimers<> slice_dates_;     ///< Times of slices that have requests and are not stalled.
  std::uint64_t stalled_slices_ = 0;    ///< One bit per slice.
  std::uint64_t unblocked_slices_ = 0;  ///< Stalled so far; may act in the next cycle.
  /// Times of channels that have something to do: reads arrive some 100 cycles after their request.
  core::CycleTimers<256> channel_dates_;
  std::uint64_t asked_channels_ = 0;  ///< Channels that are due or asked in this cycle.
};

}  // namespace gf::hw::gpu
