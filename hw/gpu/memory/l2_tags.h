// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace gf::hw::gpu {

/// Tags of one slice of the level 2 cache: lines of four sectors, set-associative, least recently
/// used out first. The tag of a line is its whole index in the slice.
class L2Tags {
 public:
  static constexpr std::uint32_t kNone = ~0u;
  static constexpr unsigned kMostWays = 16;
  static constexpr std::uint16_t kNoMshr = 0xFFFF;

  struct Line {
    std::uint8_t valid = 0;    ///< Present sectors, one bit each.
    std::uint8_t dirty = 0;    ///< Newer than DRAM.
    std::uint8_t pending = 0;  ///< On their way from DRAM; such a line stays.
    std::uint16_t mshr = kNoMshr;
  };

  L2Tags(unsigned sets, unsigned ways)
      : sets_(sets), oldest_((ways - 1) * kAgeBits), tags_(sets), lines_(sets) {
    // The first way is the oldest, the last way the youngest: unused places are taken in order.
    std::uint64_t ages = 0;
    for (unsigned way = 0; way < ways; ++way) ages = ages << kAgeBits | way;
    for (LineSet& set : lines_) set.ages = ages;
  }

  /// Returns the number of the line, or kNone if it is not here.
  [[nodiscard]] std::uint32_t find(std::uint32_t index) const {
    const std::uint32_t set = index % sets_;
    const unsigned found = ways_with(tags_[set], index);
    return found == 0 ? kNone : set * kMostWays + static_cast<unsigned>(__builtin_ctz(found));
  }
  /// Prefetches the host memory that a look-up of `index` will read.
  void prefetch(std::uint32_t index) const {
    const std::uint32_t set = index % sets_;
    __builtin_prefetch(&tags_[set]);
    const auto* const lines = reinterpret_cast<const char*>(&lines_[set]);
    for (std::size_t at = 0; at < sizeof(LineSet); at += 64) __builtin_prefetch(lines + at, 1);
  }
  /// Returns the line that `index` would replace; kNone: all of the set are on their way from DRAM.
  [[nodiscard]] std::uint32_t victim(std::uint32_t index) const {
    const std::uint32_t set = index % sets_;
    const LineSet& lines = lines_[set];
    for (unsigned age = oldest_;; age -= kAgeBits) {
      const auto way = static_cast<unsigned>(lines.ages >> age & (kMostWays - 1));
      if (lines.line[way].pending == 0) return set * kMostWays + way;
      if (age == 0) return kNone;
    }
  }
  /// Gives the place to `index`, with nothing valid. Returns the previous index.
  std::uint32_t replace(std::uint32_t line, std::uint32_t index) {
    (*this)[line] = {};
    return std::exchange(tags_[line / kMostWays].tag[line % kMostWays], index);
  }
  /// Makes the line the most recently used.
  void touch(std::uint32_t line) {
    std::uint64_t& ages = lines_[line / kMostWays].ages;
    const std::uint64_t way = line % kMostWays;
    // The digit equal to `way` becomes 0; the lowest digit that is 0 shows in its sign bit.
    const std::uint64_t digits = ages ^ way * kEach;
    const std::uint64_t zeros = (digits - kEach) & ~digits & kEach << (kAgeBits - 1);
    const auto sign = static_cast<unsigned>(__builtin_ctzll(zeros));
    // All younger ways grow older by one.
    const std::uint64_t younger = (2ull << sign) - 1;
    ages = (ages & ~younger) | (ages << kAgeBits & younger) | way;
  }

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
  static constexpr unsigned kAgeBits = 4;  ///< Bits of a way's number.
  static constexpr std::uint64_t kEach = 0x1111111111111111ull;
  struct alignas(64) LineSet {
    Line line[kMostWays];
    std::uint64_t ages = 0;  ///< Ways, a digit each; the lowest was used last.
  };
  /// Returns one bit for each way that has the tag.
  static unsigned ways_with(const TagSet& set, std::uint32_t tag) {
#ifdef __SSE2__
    const auto* const tags = reinterpret_cast<const __m128i*>(set.tag);
    const __m128i wanted = _mm_set1_epi32(static_cast<int>(tag));
    const __m128i low =
        _mm_packs_epi32(_mm_cmpeq_epi32(tags[0], wanted), _mm_cmpeq_epi32(tags[1], wanted));
    const __m128i high =
        _mm_packs_epi32(_mm_cmpeq_epi32(tags[2], wanted), _mm_cmpeq_epi32(tags[3], wanted));
    return static_cast<unsigned>(_mm_movemask_epi8(_mm_packs_epi16(low, high)));
#else
    unsigned found = 0;  // no exit from the loop: the compiler compares all ways at once
    for (unsigned way = 0; way < kMostWays; ++way)
      found |= static_cast<unsigned>(set.tag[way] == tag) << way;
    return found;
#endif
  }

  std::uint32_t sets_;
  unsigned oldest_;  ///< Position of the oldest way's digit in LineSet::ages.
  std::vector<TagSet> tags_;
  std::vector<LineSet> lines_;
};

}  // namespace gf::hw::gpu
