// SPDX-License-Identifier: Apache-2.0
#include "papers/published_rows.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <optional>

namespace gf::papers {
namespace {

constexpr std::size_t kShortLabel = 24;  ///< Characters that fit next to a line on a phone.

/// The number itself, or the only number of a text: 97 of "> 97 %".
std::optional<double> number_of(const Value& value) {
  if (const double* number = std::get_if<double>(&value)) return *number;
  const std::string* text = std::get_if<std::string>(&value);
  if (text == nullptr) return std::nullopt;
  static constexpr const char* kDigits = "0123456789";
  std::size_t begin = text->find_first_of(kDigits);
  if (begin == std::string::npos) return std::nullopt;
  const std::size_t end = std::min(text->find_first_not_of("0123456789.", begin), text->size());
  // A text with two numbers ("2 to 4") names no level to draw.
  if (text->find_first_of(kDigits, end) != std::string::npos) return std::nullopt;
  if (begin > 0 && std::strchr("-+", (*text)[begin - 1]) != nullptr) --begin;
  return std::stod(text->substr(begin, end - begin));
}

const Measurement* find(const std::vector<Measurement>& measurements, const std::string& id) {
  const auto found = std::find_if(measurements.begin(), measurements.end(),
                                  [&id](const Measurement& m) { return m.id == id; });
  return found == measurements.end() ? nullptr : &*found;
}

/// Returns "11.6 GiB/s"; a text includes its unit already.
std::string printed(const Measurement& m) {
  const Value value = target_of(m);
  const std::string text = to_text(value);
  const bool bare = m.unit.empty() || std::holds_alternative<std::string>(value);
  return bare ? text : text + " " + m.unit;
}

void add_point(Chart& chart, double x, double y) {
  for (Series& series : chart.series) {
    if (series.role != Role::kPublished || series.mark != Mark::kPoints ||
        series.name != "published")
      continue;
    series.x.push_back(x);
    series.y.push_back(y);
    return;
  }
  chart.series.push_back({"published", Role::kPublished, Mark::kPoints, {x}, {y}, {}});
}

/// Returns whether its label is in the legend.
bool needs_letter(const Guide& guide) {
  return !guide.tag.empty() || guide.label.size() > kShortLabel;
}

void name_guides(std::vector<Guide>& guides) {
  char letter = 'A';
  for (Guide& guide : guides)
    if (needs_letter(guide) && letter <= 'Z') {
      guide.tag = guide.tag.empty() ? std::string(1, letter) : letter + (" " + guide.tag);
      ++letter;
    }
}

}  // namespace

Chart with_published_rows(const Chart& chart, const std::vector<FigureRow>& rows,
                          const std::vector<Measurement>& measurements) {
  Chart out = chart;
  for (const FigureRow& row : rows) {
    const Measurement* m = find(measurements, row.id);
    const std::optional<double> value = m == nullptr ? std::nullopt : number_of(target_of(*m));
    if (!value) continue;
    if (row.at)
      add_point(out, *row.at, *value);
    else
      out.guides.push_back(
          {row.along, *value, "published: " + m->quantity, printed(*m), Role::kPublished});
  }
  name_guides(out.guides);
  return out;
}

std::string defect_of_rows(const Figure& figure, const std::vector<Measurement>& measurements) {
  const auto named = [&figure](const std::string& what) {
    return fmt::format("figure {}: {}", figure.id, what);
  };
  if (!figure.rows.empty() && !std::holds_alternative<Chart>(figure.body))
    return named("only a chart shows rows");
  for (const FigureRow& row : figure.rows) {
    const Measurement* m = find(measurements, row.id);
    if (m == nullptr) return named(fmt::format("row {} is not in the table", row.id));
    if (!number_of(target_of(*m)))
      return named(fmt::format("row {} publishes no single number", row.id));
  }
  return {};
}

}  // namespace gf::papers
