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

/// Values of guesses that are drawn one by one may contradict each other: a window smaller than the
/// memory behind it. This moves such a value to the nearest one of its range with which what the
/// parameters' owners demand (core::ParamRelation) holds. The same draw is always moved alike.
class GuessFit {
 public:
  using Point = core::PlausibleRange::Point;

  GuessFit() = default;
  /// `params`: of the machine that `guesses` are of.
  GuessFit(const std::vector<Guess>& guesses, const core::ParamRegistry& params);

  /// `drawn`: a value of each guess. Returns the numbers of those that were moved. Where no value
  /// of a range fits, the draw stays, and the platform says what is wrong.
  std::set<std::size_t> fit(std::vector<Point>& drawn) const;

 private:
  /// A parameter: a guess, or known.
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
    /// The guess that gives way: the subject, or if that is known, the last other one.
    [[nodiscard]] std::optional<std::size_t> moves() const;
  };
  bool move(const Rule& rule, std::vector<Point>& drawn) const;

  std::vector<core::PlausibleRange> ranges_;  ///< By guess.
  std::vector<Rule> rules_;
};

/// "3 of 64 runs: pcie.bar 2, *.misses 1", of how many runs each guess was moved in; empty: none.
std::string moved_text(const std::vector<std::set<std::size_t>>& moved,
                       const std::vector<Guess>& guesses, std::string_view runs);

}  // namespace gf::app
