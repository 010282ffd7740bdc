// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "papers/figure.h"
#include "papers/report/axis.h"
#include "papers/report/svg.h"

namespace gf::papers::report {

/// Edges of a plot area in page units.
struct Frame {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
};

/// The series of one chart between its two axes, without text, for its thumbnail. Call place()
/// before drawing.
class Plot {
 public:
  /// `key` names the hatch patterns (hatch_patterns() with the same key).
  Plot(const Chart& chart, std::string_view key);

  void place(const Frame& frame);
  [[nodiscard]] const AxisMap& x() const { return x_; }
  [[nodiscard]] const AxisMap& y() const { return y_; }
  [[nodiscard]] double category_width() const;

  /// Bars first, so that lines and points stay visible in front of them. `clip` is a unique id.
  void draw(Svg& svg, std::string_view clip) const;

 private:
  void draw_series(Svg& svg, const Series& series, const std::string& colour) const;
  void draw_points(Svg& svg, const Series& series, const std::string& colour) const;
  void draw_bars(Svg& svg, const Series& series, const std::string& colour) const;
  void draw_bins(Svg& svg, const Series& series, const std::string& colour) const;
  void draw_bar(Svg& svg, double x, double width, double value, const Series& series,
                const std::string& colour) const;
  [[nodiscard]] std::string line_commands(const Series& series) const;
  [[nodiscard]] double baseline() const;

  const Chart& chart_;
  std::string_view key_;
  AxisMap x_;
  AxisMap y_;
  Frame frame_;
};

}  // namespace gf::papers::report
