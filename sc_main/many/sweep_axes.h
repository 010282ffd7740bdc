// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gf::app {

/// A parameter of a sweep and its values.
struct SweepAxis {
  std::string name;
  std::vector<std::string> values;
  std::vector<std::string> origins = {};  ///< By value: "points.csv:3"; empty: the command line.
};

/// One run of a sweep: one value per axis, in the order of the axes, and a random seed.
struct SweepPoint {
  std::vector<std::string> values;
  std::uint64_t seed = 1;
  std::string origin = {};  ///< "points.csv:3"; empty: the command line.
};

/// Parses an axis. "a=1,2,4" is a list; a value with a comma is put in double quotes, as in CSV.
/// "b=10 ns..100 ns/log:5" is five values at equal ratios, and "b=1..9/lin:5" five at equal
/// distances. The ends stay as written. Values between them have 6 significant digits, or 12 for
/// equal distances. A single value is an axis with one value. Throws UserError(kUsage), naming the
/// axis, for a list with an empty value, ends in different units, a logarithm of 0, fewer than 2 or
/// more than 10,000 values.
SweepAxis parse_axis(const std::string& setting);
/// Returns whether the text after "=" is a list or a range; "../a.csv" is neither.
bool is_axis(const std::string& setting);

/// Returns every combination, the last axis varying fastest, with `repeat` seeds each, counted from
/// `seed`. Throws UserError(kUsage) for more than a million points.
std::vector<SweepPoint> grid(const std::vector<SweepAxis>& axes, std::uint64_t seed,
                             unsigned repeat);
/// Returns `count` points whose values are drawn from the axes. The same seed draws the same
/// points.
std::vector<SweepPoint> draw(const std::vector<SweepAxis>& axes, unsigned count, std::uint64_t seed,
                             unsigned repeat);

/// Reads a user's design from a CSV file with one column per parameter and one row per point.
/// Returns the columns, with one value per row. Throws UserError(kUsage) if `file` does not exist,
/// and kBadInput with file:line.
std::vector<SweepAxis> read_list(const std::string& file);
/// Returns one point per row of such axes, with `repeat` seeds as in grid().
std::vector<SweepPoint> rows(const std::vector<SweepAxis>& axes, std::uint64_t seed,
                             unsigned repeat);

}  // namespace gf::app
