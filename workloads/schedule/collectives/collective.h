// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/units.h"
#include "workloads/schedule/schedule.h"

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

enum class ReduceOp : std::uint8_t { kNone, kSum, kMax };
std::string_view to_text(ReduceOp op);  ///< "none", "sum", "max", as nccl-tests prints them.

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
  DataMove move;
  std::uint32_t wire = 1;
  std::uint32_t data = 1;
  [[nodiscard]] bool has_flags_within() const { return wire != data; }
};

/// The joint result of a schedule's tasks, in the terms of message passing. Rank i is device i.
/// Every rank has a vector of `elements`, cut into one block per rank if the collective has blocks.
struct Collective {
  enum class Kind : std::uint8_t {
    kAllReduce,      ///< Every rank gets op over all ranks' vectors.
    kAllGather,      ///< Every rank gets block i of rank i.
    kReduceScatter,  ///< Rank i gets block i of op over all ranks' vectors.
    kAllToAll,       ///< Rank i gets, as its block j, block i of rank j.
    kBroadcast,      ///< Every rank gets the vector of `root`.
    kReduce,         ///< `root` gets op over all ranks' vectors.
    kGather,         ///< `root` gets block i of rank i.
    kScatter,        ///< Rank i gets block i of `root`.
    kBarrier,        ///< No rank ends before all have begun: the maximum of one element per rank.
    kSendReceive,    ///< Rank i + 1 gets the vector of rank i, and rank 0 the last rank's.
  };

  Kind kind = Kind::kAllReduce;
  std::string name;       ///< "allreduce".
  std::string algorithm;  ///< "ring".
  unsigned ranks = 1;
  unsigned root = 0;  ///< Only if has_root().
  ReduceOp op = ReduceOp::kNone;
  bool in_place = false;
  bool check = false;  ///< Elements are really moved, and compared with the expected result.
  std::uint64_t elements = 1;   ///< Of the whole vector: the size that nccl-tests varies.
  std::uint64_t scratch = 0;    ///< Scratch elements of the rank that has the most.
  std::vector<DataMove> moves;  ///< By task; empty without `check`.

  [[nodiscard]] core::Bytes size() const { return core::Bytes(elements * kElementBytes); }
  /// Returns the count that nccl-tests prints: elements that a rank gives or gets. If blocks
  /// differ, the largest counts.
  [[nodiscard]] std::uint64_t count() const;
  /// Returns whether the vector is cut into one block per rank.
  [[nodiscard]] bool has_blocks() const;
  /// Returns whether one rank gives everything, or gets everything.
  [[nodiscard]] bool has_root() const { return kind >= Kind::kBroadcast && kind <= Kind::kScatter; }
  /// Returns the factor between nccl-tests' algbw (size / time) and busbw, which can be compared
  /// with the rate of a link for any number of ranks: 2(n-1)/n for all-reduce, (n-1)/n for
  /// all-gather, reduce-scatter, all-to-all, gather and scatter, otherwise 1 (nccl-tests,
  /// doc/PERFORMANCE.md; src/gather.cu, src/scatter.cu).
  [[nodiscard]] double bus_factor() const;
  /// Returns the first element of block `block`; blocks are as equal as possible.
  [[nodiscard]] std::uint64_t block(unsigned block) const { return elements * block / ranks; }
};

}  // namespace gf::model
