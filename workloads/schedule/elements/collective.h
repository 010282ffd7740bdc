// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/units.h"
#include "workloads/schedule/schedule.h"
#include "workloads/schedule/slice.h"

namespace gf::model {

enum class ReduceOp : std::uint8_t { kNone, kSum, kMax };
std::string_view to_text(ReduceOp op);  ///< "none", "sum", "max", as nccl-tests prints them.

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
  std::uint64_t elements = 1;  ///< Of the whole vector: the size that nccl-tests varies.
  /// Name and size of a datatype, as nccl-tests has it. The vector consists of words of 4 B anyway.
  std::string type = "uint32";
  unsigned type_bytes = kElementBytes;
  /// The blocks of an uneven all-to-all: elements that rank i gives to rank j, at i * ranks + j.
  /// `elements` is the most that a rank gives. Empty: blocks are equal.
  std::vector<std::uint64_t> counts;
  std::uint64_t scratch = 0;    ///< Scratch elements of the rank that has the most.
  std::vector<DataMove> moves;  ///< By task; empty without `check`.

  [[nodiscard]] core::Bytes size() const { return core::Bytes(elements * kElementBytes); }
  /// Returns the count that nccl-tests prints: elements of the type that a rank gives or gets. If
  /// blocks differ, the largest counts.
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
  /// A transfer between two ranks: its first element in the giver's input and in the taker's
  /// output, and how many there are.
  struct Transfer {
    std::uint64_t given = 0;
    std::uint64_t taken = 0;
    std::uint64_t count = 0;
  };
  /// Returns what `from` gives to `to` where nothing is reduced or passed on: in all-to-all,
  /// gather, scatter and send-receive. Of two blocks that differ in length the shorter one is
  /// exchanged.
  [[nodiscard]] Transfer transfer(unsigned from, unsigned to) const;
  /// Returns the first element of block `block`; blocks are as equal as possible.
  [[nodiscard]] std::uint64_t block(unsigned block) const { return elements * block / ranks; }
};

}  // namespace gf::model
