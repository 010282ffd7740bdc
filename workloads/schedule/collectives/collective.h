// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/units.h"
#include "workloads/schedule/schedule.h"

namespace gf::model {

/// Elements are unsigned integers of 4 B, so that a sum is the same in whatever order it is made.
inline constexpr std::uint64_t kElementBytes = 4;

/// Where elements lie on a rank.
enum class Buffer : std::uint8_t {
  kInput,
  kOutput,   ///< In place: the same memory as kInput.
  kScratch,  ///< As large as the algorithm wants it.
};

/// Elements on one rank, one behind the other.
struct Elements {
  unsigned rank = 0;
  Buffer buffer = Buffer::kInput;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};

enum class ReduceOp : std::uint8_t { kNone, kSum, kMax };
std::string_view to_text(ReduceOp op);  ///< "none", "sum", "max", as nccl-tests prints them.

/// What a task of a collective does to elements: to = a, or to = op(a, b).
struct DataMove {
  Elements a, b, to;  ///< `b` has no elements where nothing is reduced.
};

/// What the tasks of a schedule work out together, as message passing names it. Rank i is device i;
/// every rank has a vector of `elements`, cut in one block a rank where the collective has blocks.
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
    kBarrier,      ///< No rank ends before all have begun: one element a rank, the largest of all.
    kSendReceive,  ///< Rank i + 1 gets the vector of rank i, rank 0 that of the last.
  };

  Kind kind = Kind::kAllReduce;
  std::string name;       ///< "allreduce".
  std::string algorithm;  ///< "ring".
  unsigned ranks = 1;
  unsigned root = 0;  ///< Where has_root().
  ReduceOp op = ReduceOp::kNone;
  bool in_place = false;
  bool check = false;           ///< Elements are moved, and compared with what they should be.
  std::uint64_t elements = 1;   ///< Of the whole vector: the size that nccl-tests sweeps.
  std::uint64_t scratch = 0;    ///< Elements of scratch, of the rank that has most.
  std::vector<DataMove> moves;  ///< By task; empty without `check`.

  [[nodiscard]] core::Bytes size() const { return core::Bytes(elements * kElementBytes); }
  /// What nccl-tests prints as count: elements that a rank gives or gets, the largest block's where
  /// blocks differ.
  [[nodiscard]] std::uint64_t count() const;
  /// The vector is cut in a block a rank.
  [[nodiscard]] bool has_blocks() const;
  /// One rank gives all, or gets all.
  [[nodiscard]] bool has_root() const { return kind >= Kind::kBroadcast && kind <= Kind::kScatter; }
  /// What nccl-tests multiplies algbw (size / time) by, so that busbw can be held against the rate
  /// of a link whatever the number of ranks: 2(n-1)/n for all-reduce, (n-1)/n for all-gather,
  /// reduce-scatter, all-to-all, gather and scatter, otherwise 1 (nccl-tests, doc/PERFORMANCE.md;
  /// src/gather.cu, src/scatter.cu).
  [[nodiscard]] double bus_factor() const;
  /// First element of block `block`: the vector is cut as evenly as goes.
  [[nodiscard]] std::uint64_t block(unsigned block) const { return elements * block / ranks; }
};

}  // namespace gf::model
