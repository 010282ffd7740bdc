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
struct Slice {
  unsigned channel = 0;
  unsigned window = 0;  ///< Slices that the buffer of a connection holds.
  DataMove move;
  /// Tasks that have sent it what it reads. The other slices that it waits for free its place.
  std::vector<unsigned> received{};
  std::uint32_t wire = 1;
  std::uint32_t data = 1;
  /// Returns how many bytes of scratch memory `bytes` of elements take.
  [[nodiscard]] std::uint64_t taken(std::uint64_t bytes) const {
    return (bytes * wire + data - 1) / data;
  }
  [[nodiscard]] bool has_flags_within() const { return wire != data; }
};

}  // namespace gf::model
