// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace gf::model {

/// Elements are unsigned integers of 4 B, so that a sum does not depend on the order of addition.
inline constexpr std::uint64_t kElementBytes = 4;

/// The buffer of a rank that holds elements.
enum class RankBuffer : std::uint8_t {
  kInput,
  kOutput,   ///< In place: the same memory as kInput.
  kScratch,  ///< As large as the algorithm needs.
  kHost,     ///< The same in the memory of the host near the rank.
};
inline constexpr std::size_t kRankBuffers = 4;
[[nodiscard]] constexpr bool is_scratch(RankBuffer buffer) {
  return buffer >= RankBuffer::kScratch;
}

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
/// to other ranks, or both. A block's warps may form groups, each with slices of its own. Slices of
/// one rank, channel and group run in the order of the schedule, each when those before it have
/// stored all of their elements. It ends when its last element is in
/// memory, and all ranks that it writes to have been told so: by flags of their own, or by flags
/// between the elements, which make `wire` bytes of `data` bytes in scratch memory.
/// Ranks that are no peers exchange data through host memory, where flags of their own are then,
/// too. What a block sends to another node goes into scratch memory of its own node, and a copy
/// carries it from there to the receiver. Software stands between blocks and copies: a flag in host
/// memory tells it that a copy may begin, and by another one it tells that the copy has ended.
/// The first of its reads is its own rank's.
struct Slice {
  unsigned channel = 0;
  unsigned group = 0;
  unsigned threads = 0;  ///< Of the group; 0: as many as the machine gives a block.
  unsigned window = 0;  ///< Slices that the buffer of a connection holds.
  DataMove move;
  /// Tasks that have sent it what it reads. The other slices that it waits for free its place.
  std::vector<unsigned> received{};
  std::uint32_t wire = 1;
  std::uint32_t data = 1;
  bool flag_from_host = false;  ///< A flag in host memory announces what it reads.
  bool flag_to_host = false;    ///< What it writes is announced by such a flag.
  /// NVSwitches read the same place of all ranks and combine what is there, after the block has
  /// seen by a read of flags, combined likewise, that all of it is there.
  bool switches_reduce = false;
  bool switches_copy = false;  ///< NVSwitches write to the same place of all ranks.
  bool tells_own = false;      ///< A flag of its own rank, which others read, ends it too.
  /// Returns how many bytes of scratch memory `bytes` of elements take.
  [[nodiscard]] std::uint64_t taken(std::uint64_t bytes) const {
    return (bytes * wire + data - 1) / data;
  }
  /// Runs its slices in order: a group of a channel's block.
  using Program = std::pair<unsigned, unsigned>;
  [[nodiscard]] Program program() const { return {channel, group}; }
  [[nodiscard]] bool has_flags_within() const { return wire != data; }
};

}  // namespace gf::model
