// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace gf::model {

/// Elements are unsigned integers of 4 B, so that a sum does not depend on the order of addition.
inline constexpr std::uint64_t kElementBytes = 4;

/// The buffer of a rank that holds elements.
enum class RankBuffer : std::uint8_t {
  kInput,
  kOutput,   ///< In place: the same memory as kInput.
  kScratch,  ///< As large as the algorithm needs.
};

/// Consecutive elements on one rank.
struct Elements {
  unsigned rank = 0;
  RankBuffer buffer = RankBuffer::kInput;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};

/// The effect of a collective's task on elements: op over all `reads` is put into each of `writes`,
/// which are as long. Both may be empty: it moves nothing.
struct DataMove {
  std::vector<Elements> reads;
  std::vector<Elements> writes;
};

/// The work of a thread block on a part of a channel. It reads its rank's memory, and writes to it,
/// to other ranks, or both. Slices of one rank and channel run in the order of the schedule, each
/// when those before it have stored all of their elements. It ends when its last element is in
/// memory, and all ranks that it writes to have been told so: by flags of their own, or by flags
/// between the elements, which make `wire` bytes of `data` bytes in scratch memory.
/// The first of its reads is its own rank's.
struct Slice {
  unsigned channel = 0;
  /// Warps of a block that run a program of their own: their number in the block, from 0, and how
  /// many they are; 0: all of the block's.
  unsigned group = 0;
  unsigned warps = 0;
  DataMove move;
  std::uint32_t wire = 1;
  std::uint32_t data = 1;
  /// NVSwitches read the same place of all ranks and combine what is there, after the block has
  /// seen by a read of flags, combined likewise, that all of it is there.
  bool switches_reduce = false;
  bool switches_copy = false;  ///< NVSwitches write to the same place of all ranks.
  bool tells_own = false;      ///< A flag of its own rank, which others read, ends it too.
  /// Returns how many bytes of scratch memory `bytes` of elements take.
  [[nodiscard]] std::uint64_t taken(std::uint64_t bytes) const {
    return (bytes * wire + data - 1) / data;
  }
  [[nodiscard]] bool has_flags_within() const { return wire != data; }
};

}  // namespace gf::model
