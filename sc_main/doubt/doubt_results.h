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
      shares;  ///< By run and guess: where its value lies in its range.
  std::vector<std::set<std::size_t>> moved;  ///< By run: guesses that GuessFit moved.
  SweepTable runs;                           ///< An axis a guess.
  SweepOutcome standard;                     ///< The run with the defaults.

  /// In how many runs.
  [[nodiscard]] std::size_t times_moved(std::size_t guess) const {
    std::size_t times = 0;
    for (const std::set<std::size_t>& run : moved) times += run.count(guess);
    return times;
  }
};

/// The design, nothing run yet, each run's values moved by `fit`, which is of `guesses`. The same
/// seed draws the same; more runs begin with the same.
DoubtTable doubt_design(const std::vector<Guess>& guesses, const GuessFit& fit, unsigned runs,
                        std::uint64_t seed);

/// One result over all guesses.
struct DoubtedResult {
  std::string name;
  std::string unit;
  double standard = 0;  ///< With the defaults.
  double low = 0;       ///< Below it lie 5 % of the runs that gave the result, ...
  double median = 0;
  double high = 0;        ///< ... and above it 5 %.
  std::size_t runs = 0;   ///< How many gave it.
  core::Effects effects;  ///< By guess.
  /// Guesses by their total effect, the strongest first; those whose interval reaches no 1 % are
  /// left out.
  [[nodiscard]] std::vector<std::size_t> carriers() const;
  [[nodiscard]] bool moves() const { return low < high; }
  /// The default is not one of the values in the range.
  [[nodiscard]] bool is_outside() const { return runs > 0 && (standard < low || high < standard); }
};

/// Results whose names match `of`, of which the run with the defaults gave a number; those that
/// move most, as a share of their value, first.
std::vector<DoubtedResult> doubted_results(const DoubtTable& table, const std::string& of);

/// "1.82 (1.7 ... 2.1)", with the unit of the result behind it.
std::string with_range(const DoubtedResult& result);

/// Why defaults lie outside of their ranges: which results, and which guesses can differ from their
/// default to one side only, as that is an end of what is plausible. A line; empty: none does.
std::string outside_text(const std::vector<DoubtedResult>& results,
                         const std::vector<Guess>& guesses);

/// What failed, and in how many runs, the most frequent first.
std::vector<std::pair<std::string, std::size_t>> failures_of(const DoubtTable& table);

/// A bar a guess: the result's mean from the low to the high end of that guess. Lines of at most
/// `columns`.
std::string tornado(const DoubtedResult& result, const std::vector<Guess>& guesses,
                    std::size_t columns);

/// doubt.json: settings, guesses with their ranges, results with their ranges and effects.
std::string doubt_json(const DoubtTable& table, const std::vector<DoubtedResult>& results,
                       const std::vector<Guess>& all, const std::string& platform,
                       std::uint64_t seed);
/// doubt.html: the same as tables and tornado charts; one file, no network.
std::string doubt_page(const DoubtTable& table, const std::vector<DoubtedResult>& results,
                       const std::vector<Guess>& all, const std::string& title,
                       const std::string& command);

}  // namespace gf::app
