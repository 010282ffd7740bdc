// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "papers/figure.h"

namespace gf::papers::report {

struct Tick {
  double value = 0;
  std::string text;
};

/// Maps values of one axis to page coordinates, and chooses its ticks.
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
  [[nodiscard]] const std::vector<Tick>& ticks() const { return ticks_; }

 private:
  [[nodiscard]] double fraction(double value) const;
  void fit_linear(const Axis& axis, double low, double high, bool from_zero);
  void fit_log(const Axis& axis, double low, double high);
  void add_linear_ticks(const Axis& axis);
  void add_log_ticks(const Axis& axis);

  Scale scale_;
  double low_ = 0;
  double high_ = 1;
  double step_ = 1;
  double start_ = 0;
  double end_ = 1;
  std::vector<Tick> ticks_;
};

/// Returns "4 KiB" for unit B on a base-2 axis, else the number with thin spaces between thousands.
std::string tick_text(double value, const Axis& axis);
/// Returns "message size (GB/s)"; the unit is omitted if the ticks contain it.
std::string axis_title(const Axis& axis);

}  // namespace gf::papers::report
