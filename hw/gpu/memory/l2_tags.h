// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace gf::hw::gpu {

/// Tags of one slice of the level 2 cache: lines of four sectors, set-associative, least recently
/// used first out. The tag of a line is its whole index in the slice.
class L2Tags {
 public:
  static constexpr std::uint32_t kNone = ~0u;
  static constexpr unsigned kMostWays = 16;
  static constexpr std::uint16_t kNoMshr = 0xFFFF;

  struct Line {
    std::uint8_t valid = 0;    ///< Bit a sector: here.
    std::uint8_t dirty = 0;    ///< Newer than DRAM.
    std::uint8_t pending = 0;  ///< On its way from DRAM; such a line stays.
    std::uint16_t mshr = kNoMshr;
    std::uint32_t used = 0;  ///< Order of uses.
  };

  L2Tags(unsigned sets, unsigned ways) : sets_(sets), ways_(ways), tags_(sets), lines_(sets) {}

  /// Number of the line, kNone if it is not here.
  [[nodiscard]] std::uint32_t find(std::uint32_t index) const {
    const std::uint32_t set = index % sets_;
    unsigned found = 0;  // no way out of the loop: the compiler compares all ways at once
    for (unsigned way = 0; way < kMostWays; ++way)
      found |= static_cast<unsigned>(tags_[set].tag[way] == index) << way;
    return found == 0 ? kNone : set * kMostWays + static_cast<unsigned>(__builtin_ctz(found));
  }
  /// Asks the host's memory for what a look-up of `index` will read.
  void prefetch(std::uint32_t index) const {
    const std::uint32_t set = index % sets_;
    __builtin_prefetch(&tags_[set]);
    const auto* const lines = reinterpret_cast<const char*>(&lines_[set]);
    for (std::size_t at = 0; at < sizeof(LineSet); at += 64) __builtin_prefetch(lines + at, 1);
  }
  /// The line whose place `index` would take; kNone: all of the set are on their way from DRAM.
  [[nodiscard]] std::uint32_t victim(std::uint32_t index) const {
    const std::uint32_t set = index % sets_;
    std::uint32_t best = kNone;
    for (unsigned way = 0; way < ways_; ++way) {
      if (tags_[set].tag[way] == kNone) return set * kMostWays + way;
      const Line& line = lines_[set].line[way];
      if (line.pending != 0) continue;
      if (best == kNone || age(line) > age((*this)[best])) best = set * kMostWays + way;
    }
    return best;
  }
  /// The place now belongs to `index`, nothing valid.
  void replace(std::uint32_t line, std::uint32_t index) {
    tags_[line / kMostWays].tag[line % kMostWays] = index;
    (*this)[line] = {};
  }
  void touch(std::uint32_t line) { (*this)[line].used = ++uses_; }

  [[nodiscard]] Line& operator[](std::uint32_t line) {
    return lines_[line / kMostWays].line[line % kMostWays];
  }
  [[nodiscard]] const Line& operator[](std::uint32_t line) const {
    return lines_[line / kMostWays].line[line % kMostWays];
  }
  [[nodiscard]] std::uint32_t tag(std::uint32_t line) const {
    return tags_[line / kMostWays].tag[line % kMostWays];
  }

 private:
  struct alignas(64) TagSet {
    TagSet() {
      for (std::uint32_t& t : tag) t = kNone;
    }
    std::uint32_t tag[kMostWays];
  };
  struct LineSet {
    Line line[kMostWays];
  };
  /// Right when the count of uses wraps, too, unlike a comparison of dates.
  [[nodiscard]] std::uint32_t age(const Line& line) const { return uses_ - line.used; }

  std::uint32_t sets_;
  unsigned ways_;
  std::uint32_t uses_ = 0;
  std::vector<TagSet> tags_;
  std::vector<LineSet> lines_;
};

}  // namespace gf::hw::gpu
