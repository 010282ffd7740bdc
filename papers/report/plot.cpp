// SPDX-License-Identifier: Apache-2.0
#include "papers/report/plot.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include "papers/report/chart.h"
#include "papers/report/series_style.h"

namespace gf::papers::report {
namespace {

constexpr double kBarShare = 0.72;       ///< Share of a category's width.
constexpr std::size_t kLinePoints = 90;  ///< More would be indistinguishable in a thumbnail.

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void include(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

bool is_bar(const Series& s) { return s.mark == Mark::kBars || s.mark == Mark::kHistogram; }

bool any_bar(const Chart& chart) {
  return std::any_of(chart.series.begin(), chart.series.end(), is_bar);
}

Range range_of(const Chart& chart, bool of_x) {
  const Axis& axis = of_x ? chart.x : chart.y;
  Range range;
  for (const Series& s : chart.series)
    for (double value : of_x ? s.x : s.y)
      // A logarithmic axis cannot show values of 0 and below.
      if (axis.scale == Scale::kLinear || value > 0) range.include(value);
  for (const Guide& g : chart.guides)
    if ((g.along == Guide::Along::kX) == of_x) range.include(g.value);
  if (of_x && !axis.categories.empty())
    range = {-0.5, static_cast<double>(axis.categories.size()) - 0.5};
  if (range.low > range.high) range = {1, 10};
  return range;
}

Axis x_axis_of(const Chart& chart) {
  Axis axis = chart.x;
  if (axis.categories.empty() && !any_bar(chart)) return axis;
  const Range range = range_of(chart, true);
  if (!axis.low) axis.low = range.low;
  if (!axis.high) axis.high = range.high;
  return axis;
}

}  // namespace

Plot::Plot(const Chart& chart, std::string_view key)
    : chart_(chart),
      key_(key),
      x_(x_axis_of(chart), range_of(chart, true).low, range_of(chart, true).high, false),
      y_(chart.y, range_of(chart, false).low, range_of(chart, false).high, any_bar(chart)) {}

void Plot::place(const Frame& frame) {
  frame_ = frame;
  x_.place(frame.left, frame.right);
  y_.place(frame.bottom, frame.top);
}

double Plot::category_width() const {
  const std::size_t count = std::max<std::size_t>(1, chart_.x.categories.size());
  return (frame_.right - frame_.left) / static_cast<double>(count);
}

void Plot::draw(Svg& svg, std::string_view clip) const {
  svg.open_clip(clip, {frame_.left - 5, frame_.top - 5}, frame_.right - frame_.left + 10,
                frame_.bottom - frame_.top + 10);
  const std::vector<std::string> colours = colour_classes(chart_.series);
  // Bars first: they would hide lines and points of other series.
  for (bool bars : {true, false})
    for (std::size_t i = 0; i < chart_.series.size(); ++i)
      if (is_bar(chart_.series[i]) == bars) draw_series(svg, chart_.series[i], colours[i]);
  svg.close_group();
}

void Plot::draw_series(Svg& svg, const Series& series, const std::string& colour) const {
  if (series.mark == Mark::kBars) return draw_bars(svg, series, colour);
  if (series.mark == Mark::kHistogram) return draw_bins(svg, series, colour);
  if (has_line(series.mark)) svg.path(line_commands(series), line_class(series.role, colour), {});
  if (series.mark == Mark::kPoints) draw_points(svg, series, colour);
}

void Plot::draw_points(Svg& svg, const Series& series, const std::string& colour) const {
  for (std::size_t i = 0; i < series.y.size(); ++i)
    svg.circle({x_.at(series.x[i]), y_.at(series.y[i])}, 1.7, fmt::format("dot {}", colour));
}

std::string Plot::line_commands(const Series& series) const {
  std::string out;
  const std::size_t count = series.y.size();
  const std::size_t stride = count / kLinePoints + 1;
  // However many points are skipped, the last one is drawn: a curve ends where its data end.
  for (std::size_t i = 0; i < count; i += i + 1 < count ? std::min(stride, count - 1 - i) : 1) {
    const double x = x_.at(series.x[i]);
    if (series.mark == Mark::kSteps && i > 0) out += fmt::format("H{}", coordinate(x));
    out +=
        fmt::format("{}{} {}", i == 0 ? 'M' : 'L', coordinate(x), coordinate(y_.at(series.y[i])));
  }
  return out;
}

double Plot::baseline() const {
  const bool zero_inside = chart_.y.scale == Scale::kLinear && y_.low() <= 0;
  return zero_inside ? y_.at(0) : frame_.bottom;
}

void Plot::draw_bar(Svg& svg, double x, double width, double value, const Series& series,
                    const std::string& colour) const {
  const double top = std::clamp(y_.at(value), frame_.top, frame_.bottom);
  const double base = baseline();
  svg.rectangle({x, std::min(top, base)}, width, std::abs(base - top),
                bar_class(series.role, colour) + (series.mark == Mark::kHistogram ? " bin" : ""),
                {}, bar_fill(series.role, colour, key_));
}

void Plot::draw_bars(Svg& svg, const Series& series, const std::string& colour) const {
  std::size_t place = 0;
  std::size_t count = 0;
  for (const Series& s : chart_.series) {
    if (s.mark != Mark::kBars) continue;
    if (&s == &series) place = count;
    ++count;
  }
  const double slot = category_width() * kBarShare / static_cast<double>(count);
  const double width = std::min(slot * 0.94, 46.0);
  for (std::size_t i = 0; i < series.y.size(); ++i) {
    const double offset = static_cast<double>(place) - (static_cast<double>(count) - 1) / 2;
    const double centre = x_.at(series.x[i]) + offset * std::min(slot, width + 3);
    draw_bar(svg, centre - width / 2, width, series.y[i], series, colour);
  }
}

void Plot::draw_bins(Svg& svg, const Series& series, const std::string& colour) const {
  for (std::size_t i = 0; i < series.y.size(); ++i) {
    if (series.y[i] == 0) continue;
    const double left = x_.at(series.x[i]);
    const double width = std::max(x_.at(series.x[i + 1]) - left, 1.0);
    draw_bar(svg, left, width, series.y[i], series, colour);
  }
}

}  // namespace gf::papers::report
