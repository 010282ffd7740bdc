// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gf::app {

/// A parameter of a sweep and the values that it takes.
struct SweepAxis {
  std::string name;
  std::vector<std::string> values;
  std::vector<std::string> origins = {};  ///< "points.csv:3", by value; empty: the command line.
};

/// One run of a sweep: a value an axis, in the order of the axes, and its random seed.
struct SweepPoint {
  std::vector<std::string> values;
  std::uint64_t seed = 1;
  std::string origin = {};  ///< "points.csv:3"; empty: the command line.
};

/// "a=1,2,4" is a list, in which a value with a comma stands in double quotes, as in CSV;
/// "b=10 ns..100 ns/log:5" five values from one end to the other at equal ratios, "b=1..9/lin:5" at
/// equal distances: the ends as they are written, between them 6 significant digits, of equal
/// distances 12. A single value is an axis of one. Throws UserError(kUsage), naming the axis, for a
/// list with an empty value, ends in different units, a logarithm of 0, fewer than 2 or more than
/// 10,000 values.
SweepAxis parse_axis(const std::string& setting);
/// Whether the text behind "=" is a list or a range; "../a.csv" is neither.
bool is_axis(const std::string& setting);

/// Every combination, the last axis fastest; `repeat` seeds of each, from `seed` on. Throws
/// UserError(kUsage) for more than a million points.
std::vector<SweepPoint> grid(const std::vector<SweepAxis>& axes, std::uint64_t seed,
                             unsigned repeat);
/// `count` points with each value drawn from its axis; the same seed draws the same.
std::vector<SweepPoint> draw(const std::vector<SweepAxis>& axes, unsigned count, std::uint64_t seed,
                             unsigned repeat);

/// A design of its own, a CSV file with a column a parameter and a row a point: the columns, with a
/// value a row. Throws UserError(kUsage) when `file` is not there, kBadInput with file:line.
std::vector<SweepAxis> read_list(const std::string& file);
/// A point a row of such axes, with `repeat` seeds as in grid().
std::vector<SweepPoint> rows(const std::vector<SweepAxis>& axes, std::uint64_t seed,
                             unsigned repeat);

}  // namespace gf::app
