// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "papers/report/chart.h"
#include "papers/report/plot.h"
#include "papers/report/series_style.h"

namespace gf::papers::report {
namespace {

constexpr double kWidth = 720;
constexpr double kPlotHeight = 300;
constexpr double kTop = 14;
constexpr double kRight = 18;
constexpr double kLabelHeight = 16;  ///< Two guide labels closer than this would overlap.

/// One chart being drawn: the plot area, its axes and guides, and the surrounding page.
class XyPicture {
 public:
  XyPicture(const Chart& chart, std::string_view title, std::string_view key)
      : chart_(chart), plot_(placed(chart, key)), svg_(kWidth, bottom() + bottom_margin(), title) {}

  std::string draw(std::string_view key) {
    draw_grid();
    plot_.draw(svg_, fmt::format("clip-{}", key));
    draw_guides();
    draw_axes();
    return svg_.str();
  }

 private:
  static Plot placed(const Chart& chart, std::string_view key) {
    Plot plot(chart, key, Plot::Size::kFigure);
    double longest = 0;
    for (const Tick& tick : plot.y().ticks()) longest = std::max(longest, text_width(tick.text));
    plot.place({34 + longest, kTop, kWidth - kRight, kTop + kPlotHeight});
    return plot;
  }

  [[nodiscard]] double left() const { return plot_.frame().left; }
  [[nodiscard]] double right() const { return plot_.frame().right; }
  [[nodiscard]] double bottom() const { return plot_.frame().bottom; }
  [[nodiscard]] bool slanted() const {
    return widest(chart_.x.categories) > plot_.category_width() - 6;
  }
  [[nodiscard]] double bottom_margin() const {
    return slanted() ? 44 + 0.64 * widest(chart_.x.categories) : 48;
  }

  void draw_grid() {
    for (const Tick& tick : plot_.y().ticks())
      svg_.line({left(), plot_.y().at(tick.value)}, {right(), plot_.y().at(tick.value)}, "grid");
    if (!chart_.x.categories.empty()) return;
    for (const Tick& tick : plot_.x().ticks())
      svg_.line({plot_.x().at(tick.value), kTop}, {plot_.x().at(tick.value), bottom()}, "grid");
  }

  void draw_axes() {
    svg_.line({left(), bottom()}, {right(), bottom()}, "axis");
    svg_.line({left(), kTop}, {left(), bottom()}, "axis");
    for (const Tick& tick : plot_.y().ticks())
      svg_.text({left() - 7, plot_.y().at(tick.value) + 4}, tick.text, "tick", "end");
    if (chart_.x.categories.empty())
      draw_x_ticks();
    else
      draw_categories();
    svg_.text({(left() + right()) / 2, bottom() + bottom_margin() - 8}, axis_title(chart_.x),
              "axis-title", "middle");
    const double y_middle = (kTop + bottom()) / 2;
    svg_.text({14, y_middle}, axis_title(chart_.y), "axis-title", "middle",
              fmt::format("transform=\"rotate(-90 14 {})\"", coordinate(y_middle)));
  }

  /// If a tick's text would touch the previous one, only its mark is drawn.
  void draw_x_ticks() {
    double free_from = -1e9;
    for (const Tick& tick : plot_.x().ticks()) {
      const double at = plot_.x().at(tick.value);
      const double half = text_width(tick.text) / 2;
      svg_.line({at, bottom()}, {at, bottom() + 4}, "axis");
      if (at - half < free_from) continue;
      svg_.text({at, bottom() + 18}, tick.text, "tick", "middle");
      free_from = at + half + 8;
    }
  }

  void draw_categories() {
    for (std::size_t i = 0; i < chart_.x.categories.size(); ++i) {
      const Point at{plot_.x().at(static_cast<double>(i)), bottom() + 18};
      const std::string turn =
          fmt::format("transform=\"rotate(-35 {} {})\"", coordinate(at.x), coordinate(at.y));
      svg_.text(at, chart_.x.categories[i], "tick", slanted() ? "end" : "middle",
                slanted() ? turn : "");
    }
  }

  void draw_guides() {
    std::vector<double> used;
    std::vector<double> used_at_top;
    for (const Guide& guide : chart_.guides) {
      const std::string css = fmt::format("guide {}", to_text(guide.role));
      const std::string label_css = fmt::format("guide-label {}", to_text(guide.role));
      if (guide.along == Guide::Along::kX) {
        const double x = plot_.x().at(guide.value);
        const bool right_half = x > (left() + kWidth) / 2;
        svg_.line({x, kTop}, {x, bottom()}, css);
        svg_.text({x + (right_half ? -5 : 5), free_label_row(x, used_at_top)}, tag_of(guide),
                  label_css, right_half ? "end" : "start");
        continue;
      }
      const double y = plot_.y().at(guide.value);
      svg_.line({left(), y}, {right(), y}, css);
      svg_.text({right() - 4, free_label_place(y, used)}, tag_of(guide), label_css, "end");
    }
  }

  /// Returns a place above the line, or below it if another label is there already.
  static double free_label_place(double y, std::vector<double>& used) {
    double place = y - 5 < kTop + 8 ? y + 14 : y - 5;
    for (double other : used)
      if (std::abs(other - place) < kLabelHeight) place = y + 14;
    used.push_back(place);
    return place;
  }

  /// Labels of vertical lines that are close together are placed below each other.
  static double free_label_row(double x, std::vector<double>& used) {
    constexpr double kNear = 150;
    const auto near = std::count_if(used.begin(), used.end(),
                                    [x](double other) { return std::abs(other - x) < kNear; });
    used.push_back(x);
    return kTop + 11 + kLabelHeight * static_cast<double>(near);
  }

  const Chart& chart_;
  Plot plot_;
  Svg svg_;
};

}  // namespace

const std::string& tag_of(const Guide& guide) {
  return guide.tag.empty() ? guide.label : guide.tag;
}

std::string draw_chart(const Chart& chart, std::string_view title, std::string_view key) {
  return hatch_patterns(chart, key) + XyPicture(chart, title, key).draw(key);
}

}  // namespace gf::papers::report
