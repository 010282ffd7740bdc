// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "papers/figure.h"

namespace gf::papers::report {

/// Maps values of one axis to page coordinates.
class AxisMap {
 public:
  /// The ends are axis.low and .high where given, else those of the data [low, high], widened to
  /// round values. `from_zero` includes 0 (bars, histograms) on a linear axis.
  AxisMap(const Axis& axis, double low, double high, bool from_zero);

  /// Places the axis from `start` to `end` (page units; start may exceed end).
  void place(double start, double end);

  [[nodiscard]] double at(
      double value) const;  ///< Page coordinate; values <= 0 on a log axis clip.
  [[nodiscard]] double low() const { return low_; }
  [[nodiscard]] double high() const { return high_; }

 private:
  [[nodiscard]] double fraction(double value) const;
  void fit_linear(const Axis& axis, double low, double high, bool from_zero);
  void fit_log(const Axis& axis, double low, double high);

  Scale scale_;
  double low_ = 0;
  double high_ = 1;
  double start_ = 0;
  double end_ = 1;
};

/// Returns "message size (GB/s)"; the unit is omitted if the numbers at the axis contain it.
std::string axis_title(const Axis& axis);

}  // namespace gf::papers::report
