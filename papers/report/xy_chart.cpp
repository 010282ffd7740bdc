// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include "papers/measurement.h"
#include "papers/report/axis.h"
#include "papers/report/chart.h"
#include "papers/report/series_style.h"
#include "papers/report/svg.h"

namespace gf::papers::report {
namespace {

constexpr double kWidth = 720;
constexpr double kPlotHeight = 300;
constexpr double kTop = 14;
constexpr double kRight = 18;
constexpr double kLabelHeight = 16;        ///< Two guide labels closer than this would touch.
constexpr double kBarShare = 0.72;         ///< Of a category's width.
constexpr std::size_t kLinePoints = 1500;  ///< More than a screen can tell apart.

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

/// One chart being drawn: two axes, the plot area between them, and the page below.
class Plot {
 public:
  Plot(const Chart& chart, std::string_view title, std::string_view key)
      : chart_(chart),
        key_(key),
        x_(x_axis_of(chart), range_of(chart, true).low, range_of(chart, true).high, false),
        y_(chart.y, range_of(chart, false).low, range_of(chart, false).high, any_bar(chart)),
        left_(left_margin()),
        bottom_(kTop + kPlotHeight),
        svg_(kWidth, bottom_ + bottom_margin(), title) {
    x_.place(left_, kWidth - kRight);
    y_.place(bottom_, kTop);
  }

  std::string draw() {
    draw_grid();
    svg_.open_clip(fmt::format("clip-{}", key_), {left_ - 5, kTop - 5},
                   kWidth - kRight - left_ + 10, kPlotHeight + 10);
    const std::vector<std::string> colours = colour_classes(chart_.series);
    for (bool bars : {true, false})  // Lines and points stay visible in front of bars.
      for (std::size_t i = 0; i < chart_.series.size(); ++i)
        if (is_bar(chart_.series[i]) == bars) draw_series(chart_.series[i], colours[i]);
    svg_.close_group();
    draw_guides();
    draw_axes();
    return svg_.str();
  }

 private:
  [[nodiscard]] double left_margin() const {
    double longest = 0;
    for (const Tick& tick : y_.ticks()) longest = std::max(longest, text_width(tick.text));
    return 34 + longest;
  }

  [[nodiscard]] double category_width() const {
    const std::size_t count = std::max<std::size_t>(1, chart_.x.categories.size());
    return (kWidth - kRight - left_) / static_cast<double>(count);
  }
  [[nodiscard]] bool slanted() const { return widest(chart_.x.categories) > category_width() - 6; }
  [[nodiscard]] double bottom_margin() const {
    return slanted() ? 44 + 0.64 * widest(chart_.x.categories) : 48;
  }

  void draw_grid() {
    for (const Tick& tick : y_.ticks())
      svg_.line({left_, y_.at(tick.value)}, {kWidth - kRight, y_.at(tick.value)}, "grid");
    if (!chart_.x.categories.empty()) return;
    for (const Tick& tick : x_.ticks())
      svg_.line({x_.at(tick.value), kTop}, {x_.at(tick.value), bottom_}, "grid");
  }

  void draw_axes() {
    svg_.line({left_, bottom_}, {kWidth - kRight, bottom_}, "axis");
    svg_.line({left_, kTop}, {left_, bottom_}, "axis");
    for (const Tick& tick : y_.ticks())
      svg_.text({left_ - 7, y_.at(tick.value) + 4}, tick.text, "tick", "end");
    if (chart_.x.categories.empty())
      draw_x_ticks();
    else
      draw_categories();
    const double middle = (left_ + kWidth - kRight) / 2;
    svg_.text({middle, bottom_ + bottom_margin() - 8}, axis_title(chart_.x), "axis-title",
              "middle");
    const double y_middle = (kTop + bottom_) / 2;
    svg_.text({14, y_middle}, axis_title(chart_.y), "axis-title", "middle",
              fmt::format("transform=\"rotate(-90 14 {})\"", coordinate(y_middle)));
  }

  /// A tick whose text would touch the one before it keeps its mark and loses its text.
  void draw_x_ticks() {
    double free_from = -1e9;
    for (const Tick& tick : x_.ticks()) {
      const double at = x_.at(tick.value);
      const double half = text_width(tick.text) / 2;
      svg_.line({at, bottom_}, {at, bottom_ + 4}, "axis");
      if (at - half < free_from) continue;
      svg_.text({at, bottom_ + 18}, tick.text, "tick", "middle");
      free_from = at + half + 8;
    }
  }

  void draw_categories() {
    for (std::size_t i = 0; i < chart_.x.categories.size(); ++i) {
      const Point at{x_.at(static_cast<double>(i)), bottom_ + 18};
      const std::string turn =
          fmt::format("transform=\"rotate(-35 {} {})\"", coordinate(at.x), coordinate(at.y));
      svg_.text(at, chart_.x.categories[i], "tick", slanted() ? "end" : "middle",
                slanted() ? turn : "");
    }
  }

  void draw_series(const Series& series, const std::string& colour) {
    if (series.mark == Mark::kBars) return draw_bars(series, colour);
    if (series.mark == Mark::kHistogram) return draw_bins(series, colour);
    if (has_line(series.mark))
      svg_.path(line_commands(series), line_class(series.role, colour),
                fmt::format("{} ({})", series.name, to_text(series.role)));
    if (!has_points(series.mark)) return;
    for (std::size_t i = 0; i < series.y.size(); ++i)
      draw_marker(svg_, {x_.at(series.x[i]), y_.at(series.y[i])}, series.role, colour,
                  tooltip(series, tick_text(series.x[i], chart_.x), series.y[i]));
  }

  [[nodiscard]] std::string tooltip(const Series& series, const std::string& x, double y) const {
    const std::string value = tick_text(y, chart_.y);
    const bool bare = chart_.y.unit.empty() || axis_title(chart_.y) == chart_.y.label;
    return fmt::format("{} ({}): {} at {}", series.name, to_text(series.role),
                       bare ? value : value + " " + chart_.y.unit, x);
  }

  [[nodiscard]] std::string line_commands(const Series& series) const {
    std::string out;
    const std::size_t count = series.y.size();
    const std::size_t stride = count / kLinePoints + 1;
    for (std::size_t i = 0; i < count; i += i + 1 < count ? std::min(stride, count - 1 - i) : 1) {
      const double x = x_.at(series.x[i]);
      if (series.mark == Mark::kSteps && i > 0) out += fmt::format("H{}", coordinate(x));
      out +=
          fmt::format("{}{} {}", i == 0 ? 'M' : 'L', coordinate(x), coordinate(y_.at(series.y[i])));
    }
    return out;
  }

  [[nodiscard]] double baseline() const {
    const bool zero_inside = chart_.y.scale == Scale::kLinear && y_.low() <= 0;
    return zero_inside ? y_.at(0) : bottom_;
  }

  void draw_bar(double x, double width, double value, const Series& series,
                const std::string& colour, const std::string& tip) {
    const double top = std::clamp(y_.at(value), kTop, bottom_);
    const double base = baseline();
    svg_.rectangle({x, std::min(top, base)}, width, std::abs(base - top),
                   bar_class(series.role, colour) + (series.mark == Mark::kHistogram ? " bin" : ""),
                   tip, bar_fill(series.role, colour, key_));
  }

  void draw_bars(const Series& series, const std::string& colour) {
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
      const auto category = static_cast<std::size_t>(std::max(0.0, series.x[i]));
      const std::string name =
          category < chart_.x.categories.size() ? chart_.x.categories[category] : "";
      draw_bar(centre - width / 2, width, series.y[i], series, colour,
               tooltip(series, name, series.y[i]));
    }
  }

  void draw_bins(const Series& series, const std::string& colour) {
    for (std::size_t i = 0; i < series.y.size(); ++i) {
      if (series.y[i] == 0) continue;
      const double left = x_.at(series.x[i]);
      const double width = std::max(x_.at(series.x[i + 1]) - left, 1.0);
      const std::string bin =
          tick_text(series.x[i], chart_.x) + " ... " + tick_text(series.x[i + 1], chart_.x);
      draw_bar(left, width, series.y[i], series, colour, tooltip(series, bin, series.y[i]));
    }
  }

  void draw_guides() {
    std::vector<double> used;
    for (const Guide& guide : chart_.guides) {
      if (guide.along == Guide::Along::kX) {
        const double x = x_.at(guide.value);
        const bool right_half = x > (left_ + kWidth) / 2;
        svg_.line({x, kTop}, {x, bottom_}, "guide");
        svg_.text({x + (right_half ? -5 : 5), kTop + 11}, guide.label, "guide-label",
                  right_half ? "end" : "start");
        continue;
      }
      const double y = y_.at(guide.value);
      svg_.line({left_, y}, {kWidth - kRight, y}, "guide");
      svg_.text({kWidth - kRight - 4, free_label_place(y, used)}, guide.label, "guide-label",
                "end");
    }
  }

  /// Above its line, or below it where another label already stands.
  static double free_label_place(double y, std::vector<double>& used) {
    double place = y - 5;
    for (double other : used)
      if (std::abs(other - place) < kLabelHeight) place = y + 14;
    used.push_back(place);
    return place;
  }

  const Chart& chart_;
  std::string_view key_;
  AxisMap x_;
  AxisMap y_;
  double left_;
  double bottom_;
  Svg svg_;
};

}  // namespace

std::string draw_chart(const Chart& chart, std::string_view title, std::string_view key) {
  return hatch_patterns(chart, key) + Plot(chart, title, key).draw() + legend(chart, key);
}

}  // namespace gf::papers::report
