// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gf::papers::report {

struct Point {
  double x = 0;
  double y = 0;
};

/// Escapes & < > " ' in `text`, for HTML text and quoted attributes.
std::string escape(std::string_view text);

/// Returns JSON in an element of `css_class`, for scripts of a page. Each "less than" sign is
/// written as a backslash and u003c; JSON has the sign only in strings, so no text can end the
/// element.
std::string data_element(std::string_view css_class, std::string_view json);

/// Estimates the width of 12-unit text; counts characters, not bytes.
double text_width(std::string_view text);
double widest(const std::vector<std::string>& texts);

/// One inline SVG picture. Shapes have CSS classes (papers/report/web/page.css colours them in the
/// light and the dark theme); coordinates are user units, y downwards.
class Svg {
 public:
  /// `label` is the text for screen readers.
  Svg(double width, double height, std::string_view label);

  void open_group(std::string_view css_class, std::string_view attributes = {});
  void close_group();
  void line(Point a, Point b, std::string_view css_class);
  void rectangle(Point corner, double width, double height, std::string_view css_class,
                 std::string_view tooltip = {}, std::string_view attributes = {});
  void circle(Point centre, double radius, std::string_view css_class,
              std::string_view tooltip = {});
  void path(std::string_view commands, std::string_view css_class, std::string_view tooltip = {});
  void polygon(const std::vector<Point>& corners, std::string_view css_class,
               std::string_view tooltip = {});
  /// `anchor` is start, middle or end.
  void text(Point at, std::string_view words, std::string_view css_class, std::string_view anchor,
            std::string_view attributes = {});
  /// Shapes drawn until close_group() are visible only inside the rectangle; `id` is unique in the
  /// page.
  void open_clip(std::string_view id, Point corner, double width, double height);

  [[nodiscard]] std::string str() const;

 private:
  void shape(std::string_view tag, std::string_view geometry, std::string_view css_class,
             std::string_view tooltip, std::string_view attributes = {});
  std::string out_;
};

/// Formats a coordinate with at most two decimals, without trailing zeros.
std::string coordinate(double value);

}  // namespace gf::papers::report
