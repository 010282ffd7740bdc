// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/param/params.h"
#include "sc_main/doubt/guesses.h"

namespace gf::app {

/// Resolves contradictions between values that are drawn independently, such as a window smaller
/// than the memory behind it. A value that violates a relation of its parameter's owner
/// (core::ParamRelation) is moved to the nearest value in its range that satisfies it. The same
/// draw is always moved in the same way.
class GuessFit {
 public:
  using Point = core::PlausibleRange::Point;

  GuessFit() = default;
  /// `params` are those of the machine that `guesses` belong to.
  GuessFit(const std::vector<Guess>& guesses, const core::ParamRegistry& params);

  /// Moves values in `drawn`, which has one per guess. Returns the indices of moved guesses. If no
  /// value of a range fits, the draw stays, and the platform reports the error.
  std::set<std::size_t> fit(std::vector<Point>& drawn) const;

 private:
  /// A parameter: a guess, or a known value.
  struct Term {
    std::optional<std::size_t> guess;
    std::string type;
    double known = 0;
  };
  struct Rule {
    core::ParamRelation relation;
    Term subject;
    std::vector<Term> others;
    [[nodiscard]] bool holds(const std::vector<Point>& drawn) const;
    /// Returns the guess that is moved: the subject or, if that is known, the last guess among the
    /// others.
    [[nodiscard]] std::optional<std::size_t> moves() const;
  };
  bool move(const Rule& rule, std::vector<Point>& drawn) const;

  std::vector<core::PlausibleRange> ranges_;  ///< By guess.
  std::vector<Rule> rules_;
};

/// Says in how many runs each guess was moved: "3 of 64 runs: pcie.bar 2, *.misses 1"; empty: none
/// was.
std::string moved_text(const std::vector<std::set<std::size_t>>& moved,
                       const std::vector<Guess>& guesses, std::string_view runs);

}  // namespace gf::app
