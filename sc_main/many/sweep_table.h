// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runs/result.h"
#include "sc_main/many/sweep_axes.h"

namespace gf::app {

/// What came of one point: a result, or how it failed ("deadlock: ...").
struct SweepOutcome {
  std::optional<runs::Result> result;
  std::string failure;  ///< Empty with a result, and for a point that did not end.
};

/// A whole sweep, point by point.
struct SweepTable {
  std::vector<SweepAxis> axes;
  std::vector<SweepPoint> points;
  std::vector<SweepOutcome> outcomes;  ///< As many as points.

  /// Names of all results, in the order of the alphabet.
  [[nodiscard]] std::vector<std::string> results() const;
  [[nodiscard]] std::size_t finished() const;
  [[nodiscard]] std::size_t failed() const;
};

/// sweep.csv: a column a parameter, `seed`, a column a result in SI units, `failure`. Numbers are
/// the shortest text that reads back as the same value, so that a sweep that was taken up again
/// has the same bytes.
std::string sweep_csv(const SweepTable& table);

/// How far one parameter moves one result: the spread of its means, a mean a value of the
/// parameter, over the mean of all points. Nothing where a mean is 0 or no number.
struct Sensitivity {
  std::string result;
  std::string parameter;
  double spread = 0;    ///< (largest - smallest mean) / |mean of all|.
  std::string lowest;   ///< Value of the parameter with the smallest mean.
  std::string highest;  ///< With the largest.
};
/// Of every result that is not the same everywhere, by result, the strongest parameter first.
std::vector<Sensitivity> sensitivities(const SweepTable& table);

/// Mean of a result over the points with each value of an axis, in the axis's order; nothing where
/// no such point gave a number.
std::vector<std::optional<double>> means_of(const SweepTable& table, std::size_t axis,
                                            const std::string& result);
/// Values of an axis in the order in which points first have them.
std::vector<std::string> values_of(const SweepTable& table, std::size_t axis);

/// sweep.html: figures of every result that moves, and the sensitivities; one file, no network.
std::string sweep_page(const SweepTable& table, const std::string& title,
                       const std::string& command);

}  // namespace gf::app
