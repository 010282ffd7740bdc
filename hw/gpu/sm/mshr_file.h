// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hw/gpu/memory_port_if.h"
#include "hw/gpu/sm/warp_set.h"

namespace gf::hw::gpu {

/// Outstanding reads of an SM, and the warps that wait for each of them. A line can have several
/// reads, for different sectors.
class MshrFile {
 public:
  /// `merges` is the maximum number of warps that wait for one read.
  MshrFile(unsigned entries, unsigned merges);

  [[nodiscard]] bool full() const { return free_ == kNone; }
  [[nodiscard]] bool empty() const { return used_ == 0; }
  [[nodiscard]] unsigned used() const { return used_; }
  /// Which of the given sectors are on their way, and whether one more warp may wait for
  /// all of them.
  struct InFlight {
    std::uint8_t sectors = 0;
    bool room = true;
  };
  [[nodiscard]] InFlight in_flight(std::uint64_t line, std::uint8_t sectors) const;
  /// Makes the warp wait for all reads that have one of `sectors`. Returns their number.
  /// Precondition: it waits for none of them.
  unsigned merge(std::uint64_t line, std::uint8_t sectors, unsigned warp);

  /// The request that insert() will take, with its tag. Precondition: not full.
  [[nodiscard]] LineRequest& next() { return entries_[free_].request; }
  /// Marks next() as outstanding, with `warp` waiting for it. If not `kept`, no other warp joins it
  /// and the L1 does not keep its data.
  void insert(unsigned warp, bool kept = true);
  /// Result of remove(): the warps that waited, and whether the data may stay in the L1
  /// (`current`).
  struct Done {
    WarpSet warps = 0;
    bool current = true;
  };
  Done remove(LineRequest& request);
  /// Lets no more warps join the reads that are outstanding now; the L1 will not keep their data.
  void invalidate() { ++epoch_; }

 private:
  static constexpr std::uint32_t kNone = ~0u;
  struct alignas(64) Entry {  // a cache line
    LineRequest request;
    WarpSet warps = 0;
    std::uint32_t next = kNone;  ///< Next in its bucket, or in the free list.
    std::uint32_t epoch = 0;
  };
  [[nodiscard]] std::uint32_t bucket(std::uint64_t line) const {
    return static_cast<std::uint32_t>(line / kLineBytes) & mask_;
  }
  /// Calls `act` with each entry of the line that has one of the sectors.
  template <class Entries, class Act>
  void each(Entries& entries, std::uint64_t line, std::uint8_t sectors, const Act& act) const {
    for (std::uint32_t n = heads_[bucket(line)]; n != kNone; n = entries[n].next) {
      auto& entry = entries[n];
      if (entry.request.address == line && entry.epoch == epoch_ &&
          (entry.request.sectors & sectors) != 0)
        act(entry);
    }
  }

  const unsigned merges_;
  std::uint32_t mask_ = 0;
  std::uint32_t free_ = 0;
  unsigned used_ = 0;
  std::uint32_t epoch_ = 0;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> heads_;  ///< First entry of each bucket.
};

}  // namespace gf::hw::gpu
