// SPDX-License-Identifier: Apache-2.0
// All numbers of this folder in one picture: predicted against measured.
#include "measurements/scatter.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "papers/papers.h"
#include "papers/rows.h"

namespace gf::papers::blind {
namespace {

constexpr double kNear = 1.25;
constexpr double kFar = 2;

/// Returns the number at the end of a row's reference: "[B5], GPU 0 to 1: 145.57".
double number_behind(const std::string& id, const std::string& reference) {
  const std::size_t colon = reference.rfind(": ");
  if (colon == reference.npos) throw std::logic_error(id + ": its reference has no number");
  return std::stod(reference.substr(colon + 2));
}

std::map<std::string, double> all_measured() {
  constexpr const char* kRows = "measurements/rows.csv";
  std::map<std::string, double> measured;
  for (const Measurement& row : read_rows(rows_file(kRows), kRows))
    if (!row.reference.empty()) measured[row.id] = number_behind(row.id, row.reference);
  return measured;
}

/// Returns a line on which numbers are `factor` times the measured ones.
Series line(double factor, const std::string& name, double low, double high) {
  return {name, Role::kAnalytic, Mark::kLine, {low, high}, {low * factor, high * factor}, name};
}

Chart with_lines(Chart chart) {
  double low = chart.series.front().x.front(), high = low;
  for (const Series& series : chart.series)
    for (const double x : series.x) low = std::min(low, x), high = std::max(high, x);
  chart.series.push_back(line(1, "as measured", low, high));
  for (const double factor : {kNear, 1 / kNear})
    chart.series.push_back(line(factor, "a factor of 1.25", low, high));
  for (const double factor : {kFar, 1 / kFar})
    chart.series.push_back(line(factor, "a factor of 2", low, high));
  return chart;
}

double share_within(const std::vector<double>& factors, double most) {
  const auto within = std::count_if(factors.begin(), factors.end(),
                                    [most](double factor) { return factor <= most; });
  return 100.0 * static_cast<double>(within) / static_cast<double>(factors.size());
}

void set_summary(Judge& judge, std::vector<double> factors) {
  std::sort(factors.begin(), factors.end());
  judge.set("blind.all.within_1.25", share_within(factors, kNear));
  judge.set("blind.all.within_2", share_within(factors, kFar));
  judge.set("blind.all.median", factors[factors.size() / 2]);
}

}  // namespace

Figure scatter_figure(const std::string& title, const std::string& caption,
                      std::vector<Series> groups) {
  Chart chart;
  chart.x = {"measured, in the row's unit", "", Scale::kLog10, {}, {}, {}};
  chart.y = {"predicted, in the row's unit", "", Scale::kLog10, {}, {}, {}};
  chart.series = std::move(groups);
  return {"scatter", title, caption, with_lines(std::move(chart))};
}

void scatter(Judge& judge, const std::vector<Group>& groups) {
  std::vector<Predictions> asked;
  for (const Group& group : groups) asked.push_back(group.numbers(judge));
  const std::map<std::string, double> measured = all_measured();
  std::vector<Series> all;
  std::vector<double> factors;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    Series series{groups[g].experiment, Role::kSimulated, Mark::kPoints, {}, {}, ""};
    for (const Prediction& prediction : asked[g]) {
      series.x.push_back(measured.at(groups[g].experiment + "." + prediction.row));
      series.y.push_back(prediction.value());
      factors.push_back(std::exp(std::abs(std::log(series.y.back() / series.x.back()))));
    }
    all.push_back(std::move(series));
  }
  set_summary(judge, factors);
  judge.draw(scatter_figure("Predicted against measured, all numbers",
                            "Presets unchanged; the lines mark equality and factors of 1.25 and 2. "
                            "GB/s, us and cycles share the axes.",
                            std::move(all)));
}

}  // namespace gf::papers::blind
