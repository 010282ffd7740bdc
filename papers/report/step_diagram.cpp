// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "papers/report/chart.h"
#include "papers/report/svg.h"

namespace gf::papers::report {
namespace {

constexpr double kPitch = 66;
constexpr double kNode = 30;    ///< Side of a device's square.
constexpr double kMargin = 30;  ///< From a panel's edge to the centre of its outermost device.
constexpr double kTitle = 26;
constexpr double kLane = 5;  ///< Offset of the two directions of a pair.
constexpr double kArrowHead = 8;
constexpr double kBend = 30;  ///< Room outside the outermost devices for bent arrows.

Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
Point operator*(Point a, double k) { return {a.x * k, a.y * k}; }
double length(Point a) { return std::hypot(a.x, a.y); }

/// Distance of `p` from the segment a-b.
double distance(Point p, Point a, Point b) {
  const Point ab = b - a;
  const double along = ((p.x - a.x) * ab.x + (p.y - a.y) * ab.y) / (ab.x * ab.x + ab.y * ab.y);
  return length(p - (a + ab * std::clamp(along, 0.0, 1.0)));
}

/// Draws one picture per step; the page arranges them next to each other as its width allows.
class StepPictures {
 public:
  StepPictures(const StepDiagram& diagram, std::string_view title)
      : diagram_(diagram), title_(title), margin_(margin_for_bends()), panel_(panel_size()) {}

  std::string draw() {
    std::string out = "<div class=\"steps\">";
    for (const StepDiagram::Step& step : diagram_.steps) out += draw_step(step);
    return out + "</div>" + legend();
  }

 private:
  /// Bent arrows run outside the outermost devices.
  [[nodiscard]] double margin_for_bends() const {
    for (const StepDiagram::Step& step : diagram_.steps)
      for (const StepDiagram::Arrow& arrow : step.arrows)
        if (blocked(arrow)) return kMargin + kBend;
    return kMargin;
  }
  [[nodiscard]] Point far_corner() const {
    Point far;
    for (const StepDiagram::Node& node : diagram_.nodes)
      far = {std::max(far.x, node.x), std::max(far.y, node.y)};
    return far * kPitch;
  }
  [[nodiscard]] Point panel_size() const {
    return far_corner() + Point{2 * margin_, 2 * margin_ + kTitle};
  }
  [[nodiscard]] Point place(unsigned node) const {
    return Point{diagram_.nodes[node].x, diagram_.nodes[node].y} * kPitch;
  }
  [[nodiscard]] Point centre(unsigned node) const {
    return Point{margin_, kTitle + margin_} + place(node);
  }

  [[nodiscard]] std::string draw_step(const StepDiagram::Step& step) const {
    Svg svg(panel_.x, panel_.y, title_ + ": " + step.title);
    svg.rectangle({0, 0}, panel_.x, panel_.y, "panel");
    svg.text({12, 19}, step.title, "panel-title", "start");
    for (const StepDiagram::Arrow& arrow : step.arrows) draw_arrow(svg, arrow);
    for (unsigned i = 0; i < diagram_.nodes.size(); ++i) {
      const Point at = centre(i);
      svg.rectangle({at.x - kNode / 2, at.y - kNode / 2}, kNode, kNode, "node",
                    "GPU " + diagram_.nodes[i].label, "rx=\"6\"");
      svg.text({at.x, at.y + 4.5}, diagram_.nodes[i].label, "node-label", "middle");
    }
    return svg.str();
  }

  /// Returns whether a device is on the straight line between the two.
  [[nodiscard]] bool blocked(const StepDiagram::Arrow& arrow) const {
    for (unsigned i = 0; i < diagram_.nodes.size(); ++i)
      if (i != arrow.from && i != arrow.to &&
          distance(place(i), place(arrow.from), place(arrow.to)) < kNode / 2)
        return true;
    return false;
  }

  /// Returns how far the middle of a blocked arrow bends out, away from the panel's middle; the two
  /// directions of a pair differ.
  [[nodiscard]] double bend(const StepDiagram::Arrow& arrow, Point side) const {
    const Point outward = (place(arrow.from) + place(arrow.to) - far_corner()) * 0.5;
    const double sign = outward.x * side.x + outward.y * side.y < 0 ? -1 : 1;
    return sign * kBend * (arrow.from < arrow.to ? 1.7 : 1.25);
  }

  void draw_arrow(Svg& svg, const StepDiagram::Arrow& arrow) const {
    const Point a = centre(arrow.from);
    const Point b = centre(arrow.to);
    if (length(b - a) < 1) return;
    const Point along = (b - a) * (1 / length(b - a));
    const Point side{-along.y, along.x};
    const bool bent = blocked(arrow);
    const Point lane = side * (bent ? 0 : kLane);
    const Point control = (a + b) * 0.5 + side * (bent ? bend(arrow, side) : 0);
    // Arrows leave and arrive at the squares' edges, in the direction of the curve's ends.
    const Point leave = (control - a) * (1 / length(control - a));
    const Point arrive = (b - control) * (1 / length(b - control));
    const Point start = a + leave * edge(leave) + lane;
    const Point tip = b - arrive * (edge(arrive) + 1) + lane;
    const Point neck = tip - arrive * kArrowHead;
    const Point across{-arrive.y * kArrowHead * 0.45, arrive.x * kArrowHead * 0.45};
    const char* css = arrow.marked ? "arrow marked" : "arrow";
    const std::string tooltip =
        diagram_.nodes[arrow.from].label + " \u2192 " + diagram_.nodes[arrow.to].label;
    svg.path(fmt::format("M{} {}Q{} {} {} {}", coordinate(start.x), coordinate(start.y),
                         coordinate(control.x + lane.x), coordinate(control.y + lane.y),
                         coordinate(neck.x), coordinate(neck.y)),
             css, tooltip);
    svg.polygon({tip, neck + across, neck - across}, std::string(css) + " head", tooltip);
  }

  /// Returns the distance from a square's centre to its edge in direction `d`.
  static double edge(Point d) {
    return kNode / 2 / std::max({std::abs(d.x), std::abs(d.y), 0.1}) + 2;
  }

  [[nodiscard]] std::string legend() const {
    if (diagram_.marked_meaning.empty()) return {};
    Svg swatch(30, 14, "marked");
    swatch.line({1, 7}, {29, 7}, "arrow marked");
    return fmt::format("<ul class=\"legend\"><li>{}{}</li></ul>\n", swatch.str(),
                       escape(diagram_.marked_meaning));
  }

  const StepDiagram& diagram_;
  std::string title_;
  double margin_;
  Point panel_;
};

}  // namespace

std::string draw_step_diagram(const StepDiagram& diagram, std::string_view title) {
  return StepPictures(diagram, title).draw();
}

}  // namespace gf::papers::report
