// SPDX-License-Identifier: Apache-2.0
#include "papers/report/svg.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/printable.h"

namespace gf::papers::report {

std::string escape(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string data_element(std::string_view css_class, std::string_view json) {
  std::string text = fmt::format("<script type=\"application/json\" class=\"{}\">", css_class);
  text.reserve(text.size() + json.size() + 16);
  for (const char c : json) c == '<' ? text += "\\u003c" : text += c;
  return text + "</script>";
}

double text_width(std::string_view text) {
  constexpr double kCharacter = 6.6;
  return kCharacter * static_cast<double>(core::width_of(text));
}

double widest(const std::vector<std::string>& texts) {
  double width = 0;
  for (const std::string& text : texts) width = std::max(width, text_width(text));
  return width;
}

std::string coordinate(double value) {
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  // A small negative number rounded to "-0" is 0, too.
  return text == "-0" ? "0" : text;
}

Svg::Svg(double width, double height, std::string_view label) {
  out_ = fmt::format(
      "<svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" aria-label=\"{2}\">",
      coordinate(width), coordinate(height), escape(label));
}

void Svg::open_group(std::string_view css_class, std::string_view attributes) {
  out_ += fmt::format("<g class=\"{}\" {}>", css_class, attributes);
}

void Svg::close_group() { out_ += "</g>\n"; }

void Svg::shape(std::string_view tag, std::string_view geometry, std::string_view css_class,
                std::string_view tooltip, std::string_view attributes) {
  out_ += fmt::format("<{} {} class=\"{}\" {}", tag, geometry, css_class, attributes);
  out_ += tooltip.empty() ? "/>" : fmt::format("><title>{}</title></{}>", escape(tooltip), tag);
}

void Svg::line(Point a, Point b, std::string_view css_class) {
  shape("line",
        fmt::format("x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"", coordinate(a.x), coordinate(a.y),
                    coordinate(b.x), coordinate(b.y)),
        css_class, {});
}

void Svg::rectangle(Point corner, double width, double height, std::string_view css_class,
                    std::string_view tooltip, std::string_view attributes) {
  shape("rect",
        fmt::format("x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", coordinate(corner.x),
                    coordinate(corner.y), coordinate(width), coordinate(height)),
        css_class, tooltip, attributes);
}

void Svg::circle(Point centre, double radius, std::string_view css_class,
                 std::string_view tooltip) {
  shape("circle",
        fmt::format("cx=\"{}\" cy=\"{}\" r=\"{}\"", coordinate(centre.x), coordinate(centre.y),
                    coordinate(radius)),
        css_class, tooltip);
}

void Svg::path(std::string_view commands, std::string_view css_class, std::string_view tooltip) {
  shape("path", fmt::format("d=\"{}\"", commands), css_class, tooltip);
}

void Svg::polygon(const std::vector<Point>& corners, std::string_view css_class,
                  std::string_view tooltip) {
  std::string points;
  for (const Point& p : corners) points += coordinate(p.x) + "," + coordinate(p.y) + " ";
  shape("polygon", fmt::format("points=\"{}\"", points), css_class, tooltip);
}

void Svg::text(Point at, std::string_view words, std::string_view css_class,
               std::string_view anchor, std::string_view attributes) {
  out_ +=
      fmt::format("<text x=\"{}\" y=\"{}\" class=\"{}\" text-anchor=\"{}\" {}>{}</text>",
                  coordinate(at.x), coordinate(at.y), css_class, anchor, attributes, escape(words));
}

void Svg::open_clip(std::string_view id, Point corner, double width, double height) {
  out_ += fmt::format(
      "<clipPath id=\"{}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>"
      "</clipPath>",
      id, coordinate(corner.x), coordinate(corner.y), coordinate(width), coordinate(height));
  open_group("", fmt::format("clip-path=\"url(#{})\"", id));
}

std::string Svg::str() const { return out_ + "</svg>\n"; }

}  // namespace gf::papers::report
