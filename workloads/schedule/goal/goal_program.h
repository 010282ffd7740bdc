// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <vector>

namespace gf::model {

/// One line of a rank.
struct GoalOp {
  enum class Kind : std::uint8_t { kCalc, kSend, kReceive };
  Kind kind = Kind::kCalc;
  unsigned rank = 0;
  unsigned peer = 0;         ///< To or from whom.
  std::uint64_t amount = 0;  ///< ns of a kCalc, else bytes.
  unsigned tag = 0;
  std::string label{};  ///< Empty: none.
  unsigned line = 0;
  std::vector<unsigned> requires_end{};    ///< Positions of those that end before this one starts.
  std::vector<unsigned> requires_start{};  ///< Positions of those that start before this one does.
};

/// What the ranks of a GOAL file do, as its lines say.
struct GoalProgram {
  unsigned ranks = 0;
  std::vector<GoalOp> ops;
  std::size_t other_cores = 0;  ///< Ops on a `cpu` but 0.
  std::size_t other_nics = 0;   ///< Ops on a `nic` but 0.

  /// "0.l3": rank and label, or rank and line.
  [[nodiscard]] std::string name_of(std::size_t op) const {
    const GoalOp& it = ops[op];
    return std::to_string(it.rank) + "." +
           (it.label.empty() ? "line" + std::to_string(it.line) : it.label);
  }
};

/// Reads the text form of GOAL (T. Hoefler, C. Siebert, A. Lumsdaine, "Group Operation Assembly
/// Language", ICPP 2009), as the txt2bin of LogGOPSim takes it:
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
/// Throws UserError(kBadInput) with file:line: what is no such line, a rank that is given twice or
/// is not below num_ranks, more ranks than `devices`, labels that are there twice or are not above
/// the line that uses them, `-1` (any source, any tag: who is received is decided while it runs),
/// more than 1 TiB or an hour.
GoalProgram read_goal(std::istream& in, const std::string& file,
                      std::optional<unsigned> devices = std::nullopt);

}  // namespace gf::model
