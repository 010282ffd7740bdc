// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw/gpu/memory/access.h"
#include "hw/gpu/memory/dram/memory_params.h"
#include "hw/gpu/memory/dram/memory_stats.h"
#include "hw/gpu/sm/l1_tags.h"

namespace gf::hw::gpu {

class MemoryPorts;

/// The part of a level 2 cache that keeps lines of peers' memories: `remote_ways` of its ways, all
/// slices together, sectored, least recently used out first. If the number of sets is not a power
/// of two, fewer sets have more ways.
///
/// Coherence is left to software, as for the L1s. Kept lines are dropped when a kernel starts on
/// the GPU; lines on their way at that time are answered but not kept. Stores and atomics go
/// through to the GPU that holds the line. Kept copies of their sectors are dropped, and copies on
/// their way are not kept. Loads that must see the memory (`fresh`), managed pages and bulk
/// accesses bypass it.
/// Timing: as PeerPort. A read waits for an outstanding fetch that brings all its sectors.
/// Not modelled: sharing of the slice's port with its own lines; each bank has ports of its own.
class RemoteLines {
 public:
  RemoteLines(const MemoryParams& params, MemoryPorts& ports, MemoryStats& stats);

  [[nodiscard]] bool on() const { return tags_.has_value(); }
  /// Looks up the tags of the access. Returns true if it is answered from here, now or with a fetch
  /// that is on its way. Returns false if it goes to its peer and comes back through answered().
  bool serves(Access& access, core::Cycle now);
  /// Handles the peer's answer: fills, and answers all accesses that wait for it.
  void answered(Access& access, core::Cycle now);
  void invalidate();

 private:
  static constexpr std::uint32_t kNone = ~0u;
  struct Fetch {
    Access* asker = nullptr;
    std::uint32_t epoch = 0;     ///< If not epoch_: no access joins it.
    std::uint32_t next = kNone;  ///< Next in its bucket, or in the free list.
    Fifo<Access> waiting;
  };
  static bool passes(const Access& access);
  [[nodiscard]] std::uint32_t& bucket(std::uint64_t line) {
    return heads_[line / kLineBytes & (heads_.size() - 1)];
  }
  /// Calls act(fetch) with each fetch of the line that is still to be kept.
  template <class Act>
  void each(std::uint64_t line, const Act& act);
  void write_through(const Access& access);
  void fetch(Access& access);

  const MemoryParams& params_;
  MemoryPorts& ports_;
  MemoryStats& stats_;
  std::optional<L1Tags> tags_;
  std::uint32_t epoch_ = 1;
  std::vector<Fetch> fetches_;  ///< One for each slot of requests to peers: never too few.
  std::uint32_t free_ = kNone;
  std::vector<std::uint32_t> heads_;
};

}  // namespace gf::hw::gpu
