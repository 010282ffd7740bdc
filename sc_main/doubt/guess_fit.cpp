// SPDX-License-Identifier: Apache-2.0
#include "sc_main/doubt/guess_fit.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <utility>

namespace gf::app {
namespace {

constexpr std::size_t kPasses = 8;  ///< Moving one value may require moving another.
constexpr unsigned kPlaces = 128;   ///< Equidistant positions of a range to try.

using Paths = std::map<std::string, std::size_t>;

Paths guesses_by_path(const std::vector<Guess>& guesses) {
  Paths paths;
  for (std::size_t i = 0; i < guesses.size(); ++i)
    for (const std::string& path : guesses[i].paths) paths[path] = i;
  return paths;
}

}  // namespace

GuessFit::GuessFit(const std::vector<Guess>& guesses, const core::ParamRegistry& params) {
  for (const Guess& guess : guesses) ranges_.push_back(guess.range);
  const Paths numbers = guesses_by_path(guesses);
  std::map<std::string, const core::ParamRow*> rows;
  for (const core::ParamRow& row : params.rows()) rows[row.path] = &row;
  const auto term_of = [&](const std::string& path) -> std::optional<Term> {
    const auto row = rows.find(path);
    if (row == rows.end()) return std::nullopt;
    const auto value = core::number_of(row->second->type, row->second->value);
    if (!value) return std::nullopt;
    Term term{std::nullopt, row->second->type, *value};
    if (const auto number = numbers.find(path); number != numbers.end())
      term.guess = number->second;
    return term;
  };
  for (const core::ParamRelation& relation : params.relations()) {
    const std::optional<Term> subject = term_of(relation.path);
    if (!subject) continue;
    Rule rule{relation, *subject, {}};
    for (const std::string& other : relation.others)
      if (const auto term = term_of(other)) rule.others.push_back(*term);
    if (rule.others.size() == relation.others.size() && rule.moves())
      rules_.push_back(std::move(rule));
  }
}

bool GuessFit::Rule::holds(const std::vector<Point>& drawn) const {
  const auto value = [&](const Term& term) {
    return term.guess ? *core::number_of(term.type, drawn[*term.guess].text) : term.known;
  };
  double product = relation.times;
  for (const Term& other : others) product *= value(other);
  return relation.holds(value(subject), product);
}

std::optional<std::size_t> GuessFit::Rule::moves() const {
  if (subject.guess) return subject.guess;
  for (auto other = others.rbegin(); other != others.rend(); ++other)
    if (other->guess) return other->guess;
  return std::nullopt;
}

/// Moves the value to the nearest fitting one of its range; returns false if there is none.
bool GuessFit::move(const Rule& rule, std::vector<Point>& drawn) const {
  Point& point = drawn[*rule.moves()];
  const Point before = point;
  for (unsigned n = 1; n <= kPlaces; ++n)
    for (const double side : {1.0, -1.0}) {
      const double share = before.share + side * n / kPlaces;
      if (share < -1.0 / kPlaces || share > 1 + 1.0 / kPlaces) continue;
      point = ranges_[*rule.moves()].at(std::clamp(share, 0.0, 1.0));
      if (rule.holds(drawn)) return true;
    }
  point = before;
  return false;
}

std::set<std::size_t> GuessFit::fit(std::vector<Point>& drawn) const {
  std::set<std::size_t> moved;
  bool changed = true;
  for (std::size_t pass = 0; changed && pass < kPasses; ++pass) {
    changed = false;
    for (const Rule& rule : rules_)
      if (!rule.holds(drawn) && move(rule, drawn)) {
        moved.insert(*rule.moves());
        changed = true;
      }
  }
  return moved;
}

std::string moved_text(const std::vector<std::set<std::size_t>>& moved,
                       const std::vector<Guess>& guesses, std::string_view runs) {
  std::vector<std::size_t> times(guesses.size());
  std::size_t touched = 0;
  for (const std::set<std::size_t>& run : moved) {
    touched += run.empty() ? 0 : 1;
    for (const std::size_t guess : run) ++times[guess];
  }
  if (touched == 0) return "";
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < guesses.size(); ++i)
    if (times[i] > 0) parts.push_back(fmt::format("{} {}", guesses[i].name, times[i]));
  return fmt::format("{} of {} {}: {}", touched, moved.size(), runs, fmt::join(parts, ", "));
}

}  // namespace gf::app
