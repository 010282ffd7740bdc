// SPDX-License-Identifier: Apache-2.0
#include "sc_main/many/sweep_table.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>

#include "core/text/csv.h"

namespace gf::app {
namespace {

struct Mean {
  double sum = 0;
  unsigned count = 0;
  void add(double value) {
    sum += value;
    ++count;
  }
  [[nodiscard]] std::optional<double> value() const {
    return count == 0 ? std::nullopt : std::optional<double>(sum / count);
  }
};

std::optional<double> mean_of_all(const SweepTable& table, const std::string& result) {
  Mean mean;
  for (const SweepOutcome& outcome : table.outcomes)
    if (const auto value = number_of(outcome, result)) mean.add(*value);
  return mean.value();
}

std::optional<Sensitivity> sensitivity(const SweepTable& table, std::size_t axis,
                                       const std::string& result, double all) {
  const std::vector<std::string> values = values_of(table, axis);
  const auto means = means_of(table, axis, result);
  std::optional<std::size_t> low, high;
  for (std::size_t i = 0; i < means.size(); ++i) {
    if (!means[i]) continue;
    if (!low || *means[i] < *means[*low]) low = i;
    if (!high || *means[i] > *means[*high]) high = i;
  }
  if (!low || *means[*low] == *means[*high]) return std::nullopt;
  return Sensitivity{result, table.axes[axis].name, (*means[*high] - *means[*low]) / std::abs(all),
                     values[*low], values[*high]};
}

}  // namespace

std::optional<double> number_of(const SweepOutcome& outcome, const std::string& result) {
  if (!outcome.result || !outcome.result->has(result)) return std::nullopt;
  const double value = outcome.result->value(result);
  return std::isfinite(value) ? std::optional<double>(value) : std::nullopt;
}

std::vector<std::string> SweepTable::results() const {
  std::set<std::string> names;
  for (const SweepOutcome& outcome : outcomes)
    if (outcome.result)
      for (const auto& [name, number] : outcome.result->numbers()) names.insert(name);
  return {names.begin(), names.end()};
}

std::size_t SweepTable::finished() const {
  return static_cast<std::size_t>(
      std::count_if(outcomes.begin(), outcomes.end(),
                    [](const auto& one) { return one.result || !one.failure.empty(); }));
}

std::size_t SweepTable::failed() const {
  return static_cast<std::size_t>(std::count_if(
      outcomes.begin(), outcomes.end(), [](const auto& one) { return !one.failure.empty(); }));
}

std::string sweep_csv(const SweepTable& table) {
  const std::vector<std::string> results = table.results();
  std::string text;
  for (const SweepAxis& axis : table.axes) text += core::csv_cell(axis.name) + ",";
  text += "seed,";
  for (const std::string& result : results) text += core::csv_cell(result) + ",";
  text += "failure\n";
  for (std::size_t i = 0; i < table.points.size(); ++i) {
    const SweepOutcome& outcome = table.outcomes[i];
    for (const std::string& value : table.points[i].values) text += core::csv_cell(value) + ",";
    text += fmt::format("{},", table.points[i].seed);
    for (const std::string& result : results) {
      const auto value = number_of(outcome, result);
      text += value ? fmt::format("{},", *value) : ",";
    }
    text += core::csv_cell(outcome.failure) + "\n";
  }
  return text;
}

std::vector<std::string> values_of(const SweepTable& table, std::size_t axis) {
  std::vector<std::string> values;
  std::set<std::string> seen;
  for (const SweepPoint& point : table.points)
    // In the user's order; a sorted set would order numbers as text.
    if (seen.insert(point.values[axis]).second) values.push_back(point.values[axis]);
  return values;
}

std::string unit_of(const SweepTable& table, const std::string& result) {
  for (const SweepOutcome& outcome : table.outcomes)
    if (outcome.result && outcome.result->has(result))
      return outcome.result->numbers().at(result).unit;
  return {};
}

std::vector<std::optional<double>> means_of(const SweepTable& table, std::size_t axis,
                                            const std::string& result) {
  std::map<std::string, Mean> mean;
  for (std::size_t i = 0; i < table.points.size(); ++i)
    if (const auto number = number_of(table.outcomes[i], result))
      mean[table.points[i].values[axis]].add(*number);
  std::vector<std::optional<double>> means;
  for (const std::string& value : values_of(table, axis)) means.push_back(mean[value].value());
  return means;
}

std::vector<Sensitivity> sensitivities(const SweepTable& table) {
  std::vector<Sensitivity> all;
  for (const std::string& result : table.results()) {
    const auto mean = mean_of_all(table, result);
    // The spread is relative to the mean, so a mean of 0 has none.
    if (!mean || *mean == 0) continue;
    const auto first = static_cast<std::ptrdiff_t>(all.size());
    for (std::size_t axis = 0; axis < table.axes.size(); ++axis)
      if (const auto found = sensitivity(table, axis, result, *mean)) all.push_back(*found);
    std::stable_sort(all.begin() + first, all.end(),
                     [](const auto& a, const auto& b) { return a.spread > b.spread; });
  }
  return all;
}

}  // namespace gf::app
