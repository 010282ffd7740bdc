// SPDX-License-Identifier: Apache-2.0
#include "sc_main/doubt/doubt_results.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <optional>

#include "core/base/text_match.h"
#include "core/text/engineering.h"
#include "sc_main/doubt/space_filling.h"

namespace gf::app {
namespace {

constexpr double kShownEffect = 0.01;

DoubtedResult doubted(const DoubtTable& table, const std::string& name) {
  DoubtedResult result;
  result.name = name;
  result.unit = table.baseline.result->numbers().at(name).unit;
  result.baseline = *number_of(table.baseline, name);
  std::vector<std::vector<double>> x;
  std::vector<double> y;
  for (std::size_t run = 0; run < table.runs.outcomes.size(); ++run)
    if (const auto value = number_of(table.runs.outcomes[run], name)) {
      x.push_back(table.shares[run]);
      y.push_back(*value);
    }
  result.runs = y.size();
  if (y.empty()) return result;
  result.low = core::quantile(y, 0.05);
  result.median = core::quantile(y, 0.5);
  result.high = core::quantile(y, 0.95);
  result.effects = core::effects_of(x, y);
  return result;
}

double relative_width(const DoubtedResult& result) {
  const double size = std::max(std::abs(result.low), std::abs(result.high));
  return size > 0 ? (result.high - result.low) / size : 0;
}

/// Returns "1.8 (1.7 ... 2.1) us" if all three have the same unit.
std::string joined(const std::string& value, const std::string& low, const std::string& high) {
  const auto unit = [](const std::string& text) {
    return text.substr(std::min(text.find(' '), text.size()));
  };
  const auto number = [](const std::string& text) { return text.substr(0, text.find(' ')); };
  if (unit(value) != unit(low) || unit(value) != unit(high))
    return fmt::format("{} ({} ... {})", value, low, high);
  return fmt::format("{} ({} ... {}){}", number(value), number(low), number(high), unit(value));
}

}  // namespace

DoubtTable doubt_design(const std::vector<Guess>& guesses, const GuessFit& fit, unsigned runs,
                        std::uint64_t seed) {
  DoubtTable table;
  table.guesses = guesses;
  for (const Guess& guess : guesses) table.runs.axes.push_back({guess.name, {}});
  for (const std::vector<double>& point : core::space_filling(runs, guesses.size(), seed)) {
    SweepPoint values{{}, seed};
    std::vector<core::PlausibleRange::Point> drawn;
    for (std::size_t i = 0; i < guesses.size(); ++i) drawn.push_back(guesses[i].range.at(point[i]));
    table.moved.push_back(fit.fit(drawn));
    std::vector<double> shares;
    for (core::PlausibleRange::Point& value : drawn) {
      values.values.push_back(std::move(value.text));
      shares.push_back(value.share);
    }
    table.runs.points.push_back(std::move(values));
    table.shares.push_back(std::move(shares));
  }
  return table;
}

std::vector<std::size_t> DoubtedResult::carriers() const {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < effects.inputs.size(); ++i)
    if (effects.inputs[i].total.value >= kShownEffect) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return effects.inputs[a].total.value > effects.inputs[b].total.value;
  });
  return order;
}

std::vector<DoubtedResult> doubted_results(const DoubtTable& table, const std::string& of) {
  std::vector<DoubtedResult> results;
  if (!table.baseline.result) return results;
  for (const auto& [name, number] : table.baseline.result->numbers())
    if (core::glob_match(of, name) && number_of(table.baseline, name))
      results.push_back(doubted(table, name));
  std::stable_sort(results.begin(), results.end(), [](const auto& a, const auto& b) {
    return relative_width(a) > relative_width(b);
  });
  return results;
}

std::string with_unit(const DoubtedResult& result, double value) {
  const double rounded = std::isfinite(value) ? std::stod(fmt::format("{:.4g}", value)) : value;
  return core::engineering(rounded, result.unit);
}

std::string with_range(const DoubtedResult& result) {
  const auto text = [&](double value) { return with_unit(result, value); };
  if (result.runs == 0) return text(result.baseline) + " (in no other run)";
  return joined(text(result.baseline), text(result.low), text(result.high));
}

std::string outside_text(const std::vector<DoubtedResult>& results,
                         const std::vector<Guess>& guesses) {
  std::vector<std::string> names;
  for (const DoubtedResult& result : results)
    if (result.is_outside()) names.push_back(result.name);
  if (names.empty()) return "";
  std::vector<std::string> ends;
  for (const Guess& guess : guesses)
    if (guess.default_value == guess.range.low || guess.default_value == guess.range.high)
      ends.push_back(fmt::format("{} {} ({} ... {})", guess.name, guess.default_value,
                                 guess.range.low, guess.range.high));
  const std::string whose =
      fmt::format("The default lies outside the range of {}", fmt::join(names, ", "));
  if (ends.empty()) return whose + ": fewer than one run in twenty lies beyond it.";
  return fmt::format("{}: some guesses can differ in one direction only: {}.", whose,
                     fmt::join(ends, ", "));
}

std::vector<std::pair<std::string, std::size_t>> failures_of(const DoubtTable& table) {
  std::map<std::string, std::size_t> counts;
  for (const SweepOutcome& outcome : table.runs.outcomes)
    if (!outcome.failure.empty()) ++counts[outcome.failure];
  std::vector<std::pair<std::string, std::size_t>> all(counts.begin(), counts.end());
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  return all;
}

}  // namespace gf::app
