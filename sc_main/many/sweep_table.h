// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runs/result.h"
#include "sc_main/many/sweep_axes.h"

namespace gf::app {

/// Outcome of one point: a result, or its failure ("deadlock: ...").
struct SweepOutcome {
  std::optional<runs::Result> result;
  std::string failure;  ///< Empty with a result, and for a point that did not end.
};

/// Returns a finite result of the point; nothing for a rate over zero time or a missing result.
std::optional<double> number_of(const SweepOutcome& outcome, const std::string& result);

/// A whole sweep, point by point.
struct SweepTable {
  std::vector<SweepAxis> axes;
  std::vector<SweepPoint> points;
  std::vector<SweepOutcome> outcomes;  ///< One per point.

  /// Returns the names of all results, in alphabetical order.
  [[nodiscard]] std::vector<std::string> results() const;
  [[nodiscard]] std::size_t finished() const;
  [[nodiscard]] std::size_t failed() const;
};

/// Returns sweep.csv: a column per parameter, `seed`, a column per result in SI units, and
/// `failure`. Numbers are the shortest text that reads back as the same value, so a resumed sweep
/// gives the same bytes.
std::string sweep_csv(const SweepTable& table);

/// Returns sweep.sqlite, a database with two tables. `points` has a row per point and the columns
/// of sweep.csv behind `point`, which counts from 0. Its parameters are numbers in SI units if all
/// their values are such. `columns` has the kind and unit of each column, and its name in
/// sweep.csv. SQLite has at most SqliteTables::kMostColumns: further results are in `columns` only,
/// without a column.
std::string sweep_sqlite(const SweepTable& table);

/// Influence of one parameter on one result: the spread of the result's means, one per value of the
/// parameter, over the mean of all points. There is none if a mean is 0 or not a number.
struct Sensitivity {
  std::string result;
  std::string parameter;
  double spread = 0;    ///< (largest - smallest mean) / |mean of all|.
  std::string lowest;   ///< Value of the parameter with the smallest mean.
  std::string highest;  ///< The value with the largest mean.
};
/// Returns the sensitivities of every result that varies, by result, the strongest parameter first.
std::vector<Sensitivity> sensitivities(const SweepTable& table);

/// Returns the mean of a result over the points with each value of an axis, in the order of the
/// axis; nothing where no such point gave a number.
std::vector<std::optional<double>> means_of(const SweepTable& table, std::size_t axis,
                                            const std::string& result);
/// Returns the unit of a result; empty if no point has it.
std::string unit_of(const SweepTable& table, const std::string& result);
/// Returns the values of an axis in the order in which points first have them.
std::vector<std::string> values_of(const SweepTable& table, std::size_t axis);

/// Returns sweep.html: figures of every result that varies, and the sensitivities, in one file that
/// needs no network.
std::string sweep_page(const SweepTable& table, const std::string& title,
                       const std::string& command);

}  // namespace gf::app
