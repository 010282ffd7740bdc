// SPDX-License-Identifier: Apache-2.0
// sweep.html: what moved, and by how much.
#include <charconv>
#include <fmt/format.h>

#include "papers/figure.h"
#include "papers/report/chart.h"
#include "papers/report/page.h"
#include "papers/report/svg.h"
#include "sc_main/sweep_table.h"

namespace gf::app {
namespace {

using papers::report::escape;

/// The number that a value begins with, for an axis of numbers.
std::optional<double> leading_number(const std::string& value) {
  double number = 0;
  const auto [stop, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  return error == std::errc() ? std::optional<double>(number) : std::nullopt;
}

/// Whether the axis is one of numbers with one unit, so that it can be drawn to scale.
bool is_numeric(const std::vector<std::string>& values) {
  std::string unit;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!leading_number(values[i])) return false;
    const std::size_t blank = values[i].find(' ');
    const std::string own = blank == std::string::npos ? "" : values[i].substr(blank + 1);
    if (i > 0 && own != unit) return false;
    unit = own;
  }
  return values.size() > 1;
}

papers::Figure figure_of(const SweepTable& table, std::size_t axis, const std::string& result,
                         const std::string& unit) {
  const std::vector<std::string> values = values_of(table, axis);
  const auto means = means_of(table, axis, result);
  const bool numeric = is_numeric(values);
  papers::Chart chart;
  chart.x.label = table.axes[axis].name;
  chart.y = {result, unit, papers::Scale::kLinear, {}, {}, {}};
  papers::Series series{"mean", papers::Role::kSimulated, papers::Mark::kLinePoints, {}, {}, ""};
  if (!numeric) {
    chart.x.categories = values;
    series.mark = papers::Mark::kBars;
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!means[i]) continue;
    series.x.push_back(numeric ? *leading_number(values[i]) : static_cast<double>(i));
    series.y.push_back(*means[i]);
  }
  chart.series = {series};
  const std::string name = table.axes[axis].name;
  const std::size_t blank = values.front().find(' ');
  if (numeric && blank != std::string::npos) chart.x.unit = values.front().substr(blank + 1);
  return {result + "-" + name, result + " against " + name,
          fmt::format("Mean over all points with that value of {}.", name), chart};
}

std::string key_of(const std::string& id) {
  std::string key = id;
  for (char& c : key)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '-';
  return key;
}

std::string unit_of(const SweepTable& table, const std::string& result) {
  for (const SweepOutcome& outcome : table.outcomes)
    if (outcome.result && outcome.result->has(result))
      return outcome.result->numbers().at(result).unit;
  return {};
}

std::string sensitivity_rows(const std::vector<Sensitivity>& all) {
  std::string rows;
  for (const Sensitivity& s : all)
    rows += fmt::format(
        "<tr><td>{}</td><td>{}</td><td class=\"number\">{:.2f} %</td><td>{}</td><td>{}</td></tr>\n",
        escape(s.result), escape(s.parameter), 100 * s.spread, escape(s.lowest), escape(s.highest));
  return rows;
}

std::string figures(const SweepTable& table, const std::vector<Sensitivity>& all) {
  std::string out;
  for (const Sensitivity& s : all) {
    std::size_t axis = 0;
    while (table.axes[axis].name != s.parameter) ++axis;
    const papers::Figure figure = figure_of(table, axis, s.result, unit_of(table, s.result));
    if (!papers::defect_of(figure).empty()) continue;
    out += fmt::format("<figure><h4>{}</h4>{}<figcaption>{}</figcaption></figure>\n",
                       escape(figure.title), papers::report::draw(figure, key_of(figure.id)),
                       escape(figure.caption));
  }
  return out;
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
             "<p><code>{}</code></p></div></header><main>\n",
             escape(title), table.points.size(), table.failed(), escape(command)) +
         "<section><h2>What moves what</h2><p>Spread of the means, a mean a value of the "
         "parameter, "
         "over the mean of all points. The table of all points is sweep.csv.</p>"
         "<div class=\"scroll\"><table><thead><tr><th>result</th><th>parameter</th>"
         "<th class=\"number\">spread</th><th>least at</th><th>most at</th></tr></thead><tbody>\n" +
         sensitivity_rows(all) + "</tbody></table></div></section>\n<section><h2>Plots</h2>" +
         figures(table, all) + "</section></main>\n" + papers::report::script_elements() +
         "</body></html>\n";
}

}  // namespace gf::app
