// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <vector>

namespace gf::model {

/// One operation of a rank.
struct GoalOp {
  enum class Kind : std::uint8_t { kCalc, kSend, kReceive };
  Kind kind = Kind::kCalc;
  unsigned rank = 0;
  unsigned peer = 0;         ///< The other rank of a message.
  std::uint64_t amount = 0;  ///< ns of a kCalc, else bytes.
  unsigned tag = 0;
  std::string label{};  ///< Empty: none.
  unsigned line = 0;
  /// Positions of the operations that end before this one starts.
  std::vector<unsigned> requires_end{};
  /// Positions of the operations that start before this one does.
  std::vector<unsigned> requires_start{};
};

/// The operations of all ranks of a GOAL file.
struct GoalProgram {
  unsigned ranks = 0;
  std::vector<GoalOp> ops;
  std::size_t other_cores = 0;  ///< Ops on a `cpu` other than 0.
  std::size_t other_nics = 0;   ///< Ops on a `nic` other than 0.

  /// Returns for example "0.l3": rank and label, or rank and line.
  [[nodiscard]] std::string name_of(std::size_t op) const {
    const GoalOp& it = ops[op];
    return std::to_string(it.rank) + "." +
           (it.label.empty() ? "line" + std::to_string(it.line) : it.label);
  }
};

/// Reads the text form of GOAL (T. Hoefler, C. Siebert, A. Lumsdaine, "Group Operation Assembly
/// Language", ICPP 2009), with the syntax of LogGOPSim's txt2bin:
///
///     num_ranks 2
///     rank 0 {
///     l1: calc 100               // 100 ns
///     l2: send 8b to 1 tag 7
///     l2 requires l1             // `irequires`: l1 need only have started
///     }
///     rank 1 {
///     recv 8b from 0 tag 7
///     }
///
/// Throws UserError(kBadInput) with file:line for an invalid line, a rank that is repeated or not
/// below num_ranks, and more ranks than `devices`. It also rejects labels that are repeated or used
/// before their line, more than 1 TiB or an hour, and `-1`: with any source or any tag the match is
/// decided only at run time.
GoalProgram read_goal(std::istream& in, const std::string& file,
                      std::optional<unsigned> devices = std::nullopt);

}  // namespace gf::model
