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
/// slices together, sectored, least recently used first out; where the number of sets is no power
/// of two, fewer sets have more ways.
/// Coherence is software's, as that of the L1s: what is kept goes when a kernel starts on the GPU,
/// and what is on its way then is answered and not kept. Stores and atomics go through to the GPU
/// that holds the line; what is kept of their sectors goes, what is on its way is not kept. Loads
/// that must see the memory (`fresh`) and managed pages pass by.
/// Timing: PeerPort's. Reads of sectors that one fetch on its way brings wait for it.
/// Not modelled: sharing the slice's port with its own lines: each bank has ports of its own.
class RemoteLines {
 public:
  RemoteLines(const MemoryParams& params, MemoryPorts& ports, MemoryStats& stats);

  [[nodiscard]] bool on() const { return tags_.has_value(); }
  /// The tags of the access are looked up. True: it is answered from here, now or with a fetch that
  /// is on its way; false: it goes to its peer, and comes back by answered().
  bool serves(Access& access, core::Cycle now);
  /// The peer has answered: fills, and answers all that wait for it.
  void answered(Access& access, core::Cycle now);
  void invalidate();

 private:
  static constexpr std::uint32_t kNone = ~0u;
  struct Fetch {
    Access* asker = nullptr;
    std::uint32_t epoch = 0;     ///< Of before the last invalidation: nobody joins it.
    std::uint32_t next = kNone;  ///< Of its bucket, or of the free ones.
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
  std::vector<Fetch> fetches_;  ///< One a place for requests to peers: never too few.
  std::uint32_t free_ = kNone;
  std::vector<std::uint32_t> heads_;
};

}  // namespace gf::hw::gpu
