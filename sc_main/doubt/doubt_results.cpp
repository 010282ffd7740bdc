// SPDX-License-Identifier: Apache-2.0
#include "sc_main/doubt/doubt_results.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <numeric>
#include <optional>

#include "core/base/printable.h"
#include "core/base/text_match.h"
#include "core/text/engineering.h"
#include "sc_main/doubt/space_filling.h"

namespace gf::app {
namespace {

constexpr double kShownEffect = 0.01;
constexpr std::size_t kShownCarriers = 10;
constexpr std::size_t kNarrowestBar = 12, kWidestBar = 40;

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

/// Rounds to four digits: no range of guesses is known better.
double rounded(double value) {
  return std::isfinite(value) ? std::stod(fmt::format("{:.4g}", value)) : value;
}

std::string share_text(const core::Estimate& share) {
  return fmt::format("{:.2f} ({:.2f} ... {:.2f})", share.value, share.low, share.high);
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

/// Returns the position of `value` between two ends, in columns.
std::size_t place(double value, double low, double high, std::size_t width) {
  const double share = high > low ? (value - low) / (high - low) : 0;
  return static_cast<std::size_t>(
      std::lround(std::clamp(share, 0.0, 1.0) * static_cast<double>(width - 1)));
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

std::string with_range(const DoubtedResult& result) {
  const auto text = [&](double value) { return core::engineering(rounded(value), result.unit); };
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

std::string tornado(const DoubtedResult& result, const std::vector<Guess>& guesses,
                    std::size_t columns) {
  std::vector<std::size_t> carriers = result.carriers();
  if (carriers.size() > kShownCarriers) carriers.resize(kShownCarriers);
  double least = result.effects.mean, most = least;
  std::size_t names = 0;
  for (const std::size_t i : carriers) {
    const core::Effect& effect = result.effects.inputs[i];
    least = std::min({least, effect.at_low, effect.at_high});
    most = std::max({most, effect.at_low, effect.at_high});
    names = std::max(names, core::width_of(guesses[i].name));
  }
  constexpr std::size_t kNumbers = 50;  // two shares with their intervals
  const std::size_t room = columns > names + kNumbers ? columns - names - kNumbers : 0;
  const std::size_t width = std::clamp(room, kNarrowestBar, kWidestBar);
  const std::size_t middle = place(result.effects.mean, least, most, width);
  std::string text;
  for (const std::size_t i : carriers) {
    const core::Effect& effect = result.effects.inputs[i];
    const std::size_t low = place(effect.at_low, least, most, width);
    const std::size_t high = place(effect.at_high, least, most, width);
    std::string bar(width, ' ');
    for (std::size_t c = std::min(low, high); c <= std::max(low, high); ++c) bar[c] = '=';
    bar[middle] = '|';
    if (low != middle) bar[low] = '-';
    if (high != middle) bar[high] = '+';
    text += fmt::format("  {:<{}}  {}  {}  {}\n", guesses[i].name, names, bar,
                        share_text(effect.alone), share_text(effect.total));
  }
  return text;
}

}  // namespace gf::app
