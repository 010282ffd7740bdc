// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "sc_main/doubt/effects.h"
#include "sc_main/doubt/guess_fit.h"
#include "sc_main/doubt/guesses.h"
#include "sc_main/many/sweep_table.h"

namespace gf::app {

/// Runs over a space-filling design of guesses.
struct DoubtTable {
  std::vector<Guess> guesses;
  std::vector<std::vector<double>>
      shares;  ///< By run and guess: position of the value in its range.
  std::vector<std::set<std::size_t>> moved;  ///< By run: guesses that GuessFit moved.
  SweepTable runs;                           ///< One axis per guess.
  SweepOutcome baseline;                     ///< The run with the defaults.

  /// Returns the number of runs in which the guess was moved.
  [[nodiscard]] std::size_t times_moved(std::size_t guess) const {
    std::size_t times = 0;
    for (const std::set<std::size_t>& run : moved) times += run.count(guess);
    return times;
  }
};

/// Returns the design with nothing run yet. `fit`, which must belong to `guesses`, moves values
/// that contradict each other. The same seed draws the same values, and a longer design begins with
/// a shorter one.
DoubtTable doubt_design(const std::vector<Guess>& guesses, const GuessFit& fit, unsigned runs,
                        std::uint64_t seed);

/// One result over all guesses.
struct DoubtedResult {
  std::string name;
  std::string unit;
  double baseline = 0;  ///< With the defaults.
  double low = 0;       ///< 5 % of the runs that gave the result are below ...
  double median = 0;
  double high = 0;        ///< ... and 5 % are above.
  std::size_t runs = 0;   ///< Number of runs that gave the result.
  core::Effects effects;  ///< By guess.
  /// Returns guesses by their total effect, the strongest first. Guesses whose interval does not
  /// reach 1 % are left out.
  [[nodiscard]] std::vector<std::size_t> carriers() const;
  [[nodiscard]] bool moves() const { return low < high; }
  /// Returns true if the default lies outside the range.
  [[nodiscard]] bool is_outside() const { return runs > 0 && (baseline < low || high < baseline); }
};

/// Returns results that match `of` and are numbers in the default run. They are sorted by their
/// spread relative to their value, largest first.
std::vector<DoubtedResult> doubted_results(const DoubtTable& table, const std::string& of);

/// Returns a value of the result with its unit, rounded to four digits: no guess is known better.
std::string with_unit(const DoubtedResult& result, double value);
/// Returns a text such as "1.82 (1.7 ... 2.1)", followed by the result's unit.
std::string with_range(const DoubtedResult& result);

/// Explains in one line why defaults lie outside their ranges. It names the results and the guesses
/// whose default is an end of the plausible range, so that they can move to one side only. Empty:
/// no default is outside.
std::string outside_text(const std::vector<DoubtedResult>& results,
                         const std::vector<Guess>& guesses);

/// Returns each failure and the number of its runs, the most frequent first.
std::vector<std::pair<std::string, std::size_t>> failures_of(const DoubtTable& table);

/// Returns doubt.json: settings, guesses with their ranges, results with their ranges and effects.
/// `command`: what the user typed.
std::string doubt_json(const DoubtTable& table, const std::vector<DoubtedResult>& results,
                       const std::vector<Guess>& all, const std::string& platform,
                       const std::string& command, std::uint64_t seed);
}  // namespace gf::app
