// SPDX-License-Identifier: Apache-2.0
// sweep.html: which results vary, and by how much.
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <string_view>
#include <tuple>

#include "core/base/text_fields.h"
#include "papers/figure.h"
#include "papers/report/chart.h"
#include "papers/report/page.h"
#include "papers/report/svg.h"
#include "sc_main/many/sweep_table.h"

namespace gf::app {
namespace {

using papers::report::escape;

constexpr double kLogarithmicFrom = 20;  ///< Largest over smallest value.
constexpr std::size_t kShownFailures = 200;

/// Returns the number of "12" or "12 ns", for a numeric axis. Text that only begins with a number
/// ("4x_kepler", "1,2") is a name: otherwise different names could get the same position.
std::optional<double> number_of(const std::string& value) {
  double number = 0;
  const char* const end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, number);
  if (error != std::errc() || !std::isfinite(number)) return std::nullopt;
  const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  const bool unit = stop != end && *stop == ' ' && std::none_of(stop, end, is_digit);
  return stop == end || unit ? std::optional<double>(number) : std::nullopt;
}

std::string unit_behind(const std::string& value) {
  const std::size_t blank = value.find(' ');
  return std::string(core::trimmed(std::string_view(value).substr(std::min(blank, value.size()))));
}

/// Sorts points so that a line runs from left to right, whatever the order of the values.
void sort_by_x(papers::Series& series) {
  std::vector<std::pair<double, double>> points;
  for (std::size_t i = 0; i < series.x.size(); ++i) points.emplace_back(series.x[i], series.y[i]);
  std::sort(points.begin(), points.end());
  for (std::size_t i = 0; i < points.size(); ++i) std::tie(series.x[i], series.y[i]) = points[i];
}

/// Returns whether all values are numbers with one unit, so that the axis can be drawn to scale.
bool is_numeric(const std::vector<std::string>& values) {
  std::string unit;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!number_of(values[i])) return false;
    const std::string own = unit_behind(values[i]);
    if (i > 0 && own != unit) return false;
    unit = own;
  }
  return values.size() > 1;
}

/// Returns a logarithmic scale for values that span somewhat more than a decade.
papers::Scale scale_of(const std::vector<double>& x, const std::string& unit) {
  const auto [low, high] = std::minmax_element(x.begin(), x.end());
  if (x.size() < 3 || *low <= 0 || *high < kLogarithmicFrom * *low) return papers::Scale::kLinear;
  return unit == "B" ? papers::Scale::kLog2 : papers::Scale::kLog10;
}

papers::Figure figure_of(const SweepTable& table, std::size_t axis, const std::string& result,
                         const std::string& unit) {
  const std::vector<std::string> values = values_of(table, axis);
  const auto means = means_of(table, axis, result);
  const bool numeric = is_numeric(values);
  papers::Series series{"mean", papers::Role::kSimulated, papers::Mark::kLinePoints, {}, {}, ""};
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!means[i]) continue;
    series.x.push_back(numeric ? *number_of(values[i]) : static_cast<double>(i));
    series.y.push_back(*means[i]);
  }
  papers::Chart chart;
  const std::string& name = table.axes[axis].name;
  chart.x.label = name;
  chart.y = {result, unit, papers::Scale::kLinear, {}, {}, {}};
  if (numeric) {
    sort_by_x(series);
    chart.x.unit = unit_behind(values.front());
    chart.x.scale = scale_of(series.x, chart.x.unit);
  } else {
    chart.x.categories = values;
    series.mark = papers::Mark::kBars;
  }
  chart.series = {series};
  return {result + "-" + name, result + " against " + name,
          fmt::format("Mean over all points with that value of {}.", name), chart};
}

std::string key_of(const std::string& id) {
  std::string key = id;
  for (char& c : key)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '-';
  return key;
}

std::string sensitivity_rows(const std::vector<Sensitivity>& all) {
  std::string rows;
  for (const Sensitivity& s : all)
    rows += fmt::format(
        "<tr><th scope=\"row\">{}</th><td data-label=\"parameter\">{}</td>"
        "<td class=\"number\" data-label=\"spread\">{:.2f} %</td>"
        "<td data-label=\"least at\">{}</td><td data-label=\"most at\">{}</td></tr>\n",
        escape(s.result), escape(s.parameter), 100 * s.spread, escape(s.lowest), escape(s.highest));
  return rows;
}

std::string sensitivity_section(const std::vector<Sensitivity>& all) {
  if (all.empty())
    return "<section><h2>Sensitivity</h2><p>No result changes: it is the same at every "
           "point.</p></section>\n";
  return "<section><h2>Sensitivity</h2><p>Spread: the largest minus the smallest mean, with one "
         "mean per value of the parameter, divided by the mean of all points. The table of all "
         "points is <a href=\"sweep.csv\">sweep.csv</a>.</p><table class=\"stack "
         "score\"><thead><tr><th>result</th><th>parameter</th><th "
         "class=\"number\">spread</th><th>least at</th><th>most at</th></tr></thead><tbody>\n" +
         sensitivity_rows(all) + "</tbody></table></section>\n";
}

std::string failure_section(const SweepTable& table) {
  if (table.failed() == 0) return {};
  std::string items;
  std::size_t shown = 0;
  for (std::size_t i = 0; i < table.points.size() && shown < kShownFailures; ++i) {
    if (table.outcomes[i].failure.empty()) continue;
    std::string name;
    for (std::size_t axis = 0; axis < table.axes.size(); ++axis)
      name += fmt::format("{}={}, ", table.axes[axis].name, table.points[i].values[axis]);
    items += fmt::format("<li><code>{}seed {}</code>: {}</li>\n", escape(name),
                         table.points[i].seed, escape(table.outcomes[i].failure));
    ++shown;
  }
  if (shown < table.failed())
    items += fmt::format("<li>{} more in sweep.csv</li>", table.failed() - shown);
  return "<section class=\"runs\"><h2>Points that failed</h2><ul>" + items + "</ul></section>\n";
}

/// Returns one card per result, with a figure for each parameter that moves it, the strongest
/// first.
std::string figures(const SweepTable& table, const std::vector<Sensitivity>& all) {
  std::string out;
  std::string result;
  for (const Sensitivity& s : all) {
    std::size_t axis = 0;
    while (table.axes[axis].name != s.parameter) ++axis;
    const papers::Figure figure = figure_of(table, axis, s.result, unit_of(table, s.result));
    if (!papers::defect_of(figure).empty()) continue;
    if (s.result != result)
      out += fmt::format("{}<article><h4>{}</h4>", result.empty() ? "" : "</article>\n",
                         escape(s.result));
    result = s.result;
    out += papers::report::figure_element(figure, key_of(figure.id));
  }
  return out.empty() ? out : "<section><h2>Plots</h2>" + out + "</article></section>\n";
}

}  // namespace

std::string sweep_page(const SweepTable& table, const std::string& title,
                       const std::string& command) {
  const std::vector<Sensitivity> all = sensitivities(table);
  return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>" +
         escape(title) + "</title>" + papers::report::style_elements() +
         fmt::format(
             "</head><body>\n<header class=\"top\"><div><h1>{}</h1><ul class=\"facts\">"
             "<li>points <b>{}</b></li><li>failed <b>{}</b></li></ul>"
             "<p class=\"runs\"><code>{}</code></p></div></header><main>\n",
             escape(title), table.points.size(), table.failed(), escape(command)) +
         failure_section(table) + sensitivity_section(all) + figures(table, all) + "</main>\n" +
         papers::report::script_elements() + "</body></html>\n";
}

}  // namespace gf::app
