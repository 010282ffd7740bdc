// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hw/gpu/memory_port_if.h"

namespace gf::hw::gpu {

/// Tags of a sectored, set-associative cache that is never written: an L1, or the part of a level 2
/// cache that keeps lines of peers. Each line has one bit per sector that is present. A line gets
/// its place when its first sector arrives, from the least recently used line of its set. The set
/// is the line number modulo the number of sets (a power of two).
class L1Tags {
 public:
  L1Tags(unsigned sets, unsigned ways);

  /// Returns the sectors of the line that are present and makes it the most recently used. `line`
  /// is its address.
  std::uint8_t lookup(std::uint64_t line);
  void fill(std::uint64_t line, std::uint8_t sectors);
  void drop(std::uint64_t line, std::uint8_t sectors);  ///< Removes these sectors.
  void invalidate() { ++epoch_; }

 private:
  static constexpr std::uint64_t kSectors = kLineBytes - 1;
  struct Way {
    std::uint64_t line_and_sectors = 0;  ///< Address; its low bits hold the sectors.
    std::uint32_t epoch = 0;             ///< Valid if equal to epoch_: invalidating walks nothing.
    std::uint32_t used = 0;  ///< Use count at its last use; wraps (a wrong victim, no more).
    [[nodiscard]] std::uint64_t line() const { return line_and_sectors & ~kSectors; }
    [[nodiscard]] std::uint8_t sectors() const {
      return static_cast<std::uint8_t>(line_and_sectors & kSectors);
    }
  };
  [[nodiscard]] Way* set_of(std::uint64_t line) {
    return &table_[(line / kLineBytes & (sets_ - 1)) * ways_];
  }
  Way* find(std::uint64_t line);
  Way& victim(std::uint64_t line);

  const std::uint64_t sets_;
  const unsigned ways_;
  std::uint32_t epoch_ = 1;
  std::uint32_t uses_ = 0;
  std::vector<Way> table_;
};

}  // namespace gf::hw::gpu
