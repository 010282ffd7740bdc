// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "papers/report/chart.h"
#include "papers/report/heat_colour.h"
#include "papers/report/svg.h"
#include "papers/run_measurement.h"

namespace gf::papers::report {
namespace {

constexpr double kMostWidth = 560;
constexpr double kLargestCell = 58;

/// Returns three significant digits, which fit a cell.
std::string short_number(double value) {
  const double size = std::abs(value);
  return fmt::format("{:.{}f}", value, size >= 100 ? 0 : (size >= 10 ? 1 : 2));
}

class MapPicture {
 public:
  MapPicture(const HeatMap& map, std::string_view title)
      : map_(map),
        colour_(map),
        cell_(std::min(kLargestCell, kMostWidth / static_cast<double>(map.columns.size()))),
        height_(std::min(cell_, 36.0)),
        left_(34 + widest(map.rows)),
        width_(left_ + cell_ * static_cast<double>(map.columns.size())),
        bottom_(kTop + height_ * static_cast<double>(map.rows.size())),
        svg_(width_ + 110, std::max(bottom_, kTop + 120) + 10, title) {}

  std::string draw() {
    draw_names();
    for (std::size_t row = 0; row < map_.rows.size(); ++row)
      for (std::size_t column = 0; column < map_.columns.size(); ++column) draw_cell(row, column);
    draw_scale();
    return svg_.str();
  }

 private:
  static constexpr double kTop = 46;

  void draw_names() {
    svg_.text({(left_ + width_) / 2, 14}, map_.column_label, "axis-title", "middle");
    const double middle = (kTop + bottom_) / 2;
    svg_.text({14, middle}, map_.row_label, "axis-title", "middle",
              fmt::format("transform=\"rotate(-90 14 {})\"", coordinate(middle)));
    const std::size_t stride = stride_for(cell_, widest(map_.columns) + 4);
    for (std::size_t i = 0; i < map_.columns.size(); i += stride)
      svg_.text({centre(i), kTop - 8}, map_.columns[i], "tick", "middle");
    const std::size_t row_stride = stride_for(height_, 13);
    for (std::size_t i = 0; i < map_.rows.size(); i += row_stride)
      svg_.text({left_ - 7, kTop + height_ * (static_cast<double>(i) + 0.5) + 4}, map_.rows[i],
                "tick", "end");
  }

  static std::size_t stride_for(double pitch, double needed) {
    return static_cast<std::size_t>(std::max(1.0, std::ceil(needed / pitch)));
  }
  [[nodiscard]] double centre(std::size_t column) const {
    return left_ + cell_ * (static_cast<double>(column) + 0.5);
  }

  void draw_cell(std::size_t row, std::size_t column) {
    const std::optional<double>& value = map_.values[row * map_.columns.size() + column];
    const Point corner{centre(column) - cell_ / 2, kTop + height_ * static_cast<double>(row)};
    const double gap = cell_ > 8 ? 1 : 0;
    const std::string place = fmt::format("{} {}, {} {}", map_.row_label, map_.rows[row],
                                          map_.column_label, map_.columns[column]);
    if (!value) {
      svg_.rectangle(corner, cell_ - gap, height_ - gap, "cell empty", place + ": none");
      return;
    }
    const double share = colour_.share(*value);
    svg_.rectangle(corner, cell_ - gap, height_ - gap, "cell",
                   fmt::format("{}: {} {}", place, number_text(*value), map_.unit),
                   colour_.fill(*value));
    const std::string words = short_number(*value);
    if (cell_ < text_width(words) + 6 || height_ < 16) return;
    svg_.text({centre(column), corner.y + height_ / 2 + 4}, words,
              share > 0.55 ? "cell-text on-light" : "cell-text on-dark", "middle");
  }

  void draw_scale() {
    constexpr int kBands = 24;
    constexpr double kHeight = 110;
    const double x = width_ + 18;
    for (int i = 0; i < kBands; ++i)
      svg_.rectangle({x, kTop + kHeight * i / kBands}, 14, kHeight / kBands + 0.5, "cell", {},
                     HeatColour::fill_of_share(1 - (i + 0.5) / kBands));
    svg_.text({x + 20, kTop + 9}, short_number(colour_.high()), "tick", "start");
    svg_.text({x + 20, kTop + kHeight}, short_number(colour_.low()), "tick", "start");
    svg_.text({x + 20, kTop + kHeight / 2 + 4}, map_.unit, "tick", "start");
    svg_.text({x - 2, kTop - 8}, map_.value_label, "tick", "start");
  }

  const HeatMap& map_;
  HeatColour colour_;
  double cell_;
  double height_;
  double left_;
  double width_;
  double bottom_;
  Svg svg_;
};

}  // namespace

std::string draw_heat_map(const HeatMap& map, std::string_view title) {
  return MapPicture(map, title).draw();
}

}  // namespace gf::papers::report
