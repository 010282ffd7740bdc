// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace gf::papers {

enum class Scale { kLinear, kLog2, kLog10 };

struct Axis {
  std::string label;  ///< "message size"; the unit is printed after it.
  std::string unit;   ///< "B" prints ticks as KiB, MiB; empty for plain numbers.
  Scale scale = Scale::kLinear;
  std::optional<double> low;  ///< Ends of the axis; chosen from the data when empty.
  std::optional<double> high;
  std::vector<std::string> categories;  ///< Categories on a bar chart's x axis: x = 0, 1, 2, ...
};

/// Origin of a series; sets its stroke and marker, so that it can be recognized without colour.
enum class Role {
  kSimulated,  ///< Solid line, filled circles, filled bars.
  kAnalytic,   ///< Dashed line, hollow diamonds, hatched bars.
  kPublished,  ///< Dotted line, hollow squares, outlined bars.
};
std::string_view to_text(Role role);  ///< "simulated", "analytic", "published".

enum class Mark {
  kLine,
  kPoints,
  kLinePoints,
  kBars,       ///< x = index of the category; bars of several series are adjacent.
  kHistogram,  ///< x = n + 1 edges of the bins, y = n counts.
  kSteps,      ///< y[i] holds from x[i] to x[i + 1].
};

struct Series {
  std::string name;
  Role role = Role::kSimulated;
  Mark mark = Mark::kLine;
  std::vector<double> x;
  std::vector<double> y;
  std::string group;  ///< Series of one group share a colour; empty = its name.
};

/// A level shown to the reader: "half", "97 %", an asymptote, or a mean with its sentence.
struct Guide {
  enum class Along { kX, kY };  ///< kY: a horizontal line at y = value.
  Along along = Along::kY;
  double value = 0;
  std::string label;
  std::string tag = {};         ///< Next to the line, with the label in the legend; empty = label.
  Role role = Role::kAnalytic;  ///< kPublished: drawn like a published series.
};

struct Chart {
  Axis x;
  Axis y;
  std::vector<Series> series;
  std::vector<Guide> guides;
};

/// A matrix with rows from top to bottom, like an nvbandwidth table.
struct HeatMap {
  std::string row_label;     ///< "source GPU".
  std::string column_label;  ///< "destination GPU".
  std::string value_label;   ///< "bandwidth".
  std::string unit;
  std::vector<std::string> rows;
  std::vector<std::string> columns;
  std::vector<std::optional<double>> values;  ///< Row by row; nothing = no such pair.
};

/// Communications, step by step, between devices at fixed positions.
struct StepDiagram {
  struct Node {
    std::string label;
    double x = 0;  ///< In units of one device pitch; y grows downwards.
    double y = 0;
  };
  struct Arrow {
    unsigned from = 0;  ///< Index of a node.
    unsigned to = 0;
    bool marked = false;  ///< Drawn in the accent colour (for example: crosses the root complex).
  };
  struct Step {
    std::string title;
    std::vector<Arrow> arrows;
  };
  std::vector<Node> nodes;
  std::vector<Step> steps;
  std::string marked_meaning;  ///< Legend of the accent colour; empty when none is marked.
};

/// A row of the experiment's table whose published number is drawn in a figure.
struct FigureRow {
  std::string id;                           ///< Id of the measurement; same unit as the axis.
  Guide::Along along = Guide::Along::kY;    ///< kY: a horizontal line at the published number.
  std::optional<double> at = std::nullopt;  ///< A point at this x (a category) instead.
};

/// A redrawn figure of a paper.
struct Figure {
  std::string id;     ///< Unique within the experiment: "fig9".
  std::string title;  ///< "Times of all orders of a 2D halo exchange".
  std::string caption;
  std::variant<Chart, HeatMap, StepDiagram> body;
  std::vector<FigureRow> rows = {};  ///< For a chart: published numbers to draw with its series.
};

/// Eight GPUs of a 2D decomposition: two rows of four, as in the halo figures of SC16.
std::vector<StepDiagram::Node> two_rows_of_four();

/// Returns the sorted values as (share of the population in per cent, value), thinned evenly to
/// `points`, with the smallest and the largest kept. 1,679,616 orders become a curve for a page.
Series sorted_curve(std::string name, Role role, std::vector<double> values,
                    std::size_t points = 512);

/// Counts `values` in `bins` equal bins over [low, high]; values outside go to the end bins.
Series histogram(std::string name, Role role, const std::vector<double>& values, double low,
                 double high, unsigned bins);

/// Returns the defect of the figure's data ("series a: 3 x for 2 y"), or empty.
std::string defect_of(const Figure& figure);

}  // namespace gf::papers
