// SPDX-License-Identifier: Apache-2.0
#include "papers/report/score.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace gf::papers::report {
namespace {

/// Returns whether a range only orders two quantities: ">= 1" for a ratio, "<= 0" for a difference.
bool is_bare_order(const Tolerance& range) {
  if (range.low && range.high) return false;
  const double end = range.low.value_or(range.high.value_or(2));
  return end == 0 || end == 1;
}

/// Returns whether the source prints a number. Words ("lower") are a claim without number, as are
/// words with a digit that are read as an order ("D 16kB 256 CDP").
bool prints_number(const Measurement& measurement) {
  if (std::holds_alternative<double>(measurement.published)) return true;
  const std::string* words = std::get_if<std::string>(&measurement.published);
  return words != nullptr && words->find_first_of("0123456789") != std::string::npos &&
         !measurement.reads_as.empty() && !is_bare_order(parse_gate(measurement.reads_as));
}

/// A published number, from all rows that read it.
struct PublishedNumber {
  Kind kind;
  Verdict verdict;
  bool is_run;  ///< All of its rows were.
};

/// Returns the place of a kind among those of a number's rows; the lowest counts.
unsigned weight_of(Kind kind) {
  return kind == Kind::kCalibrated ? 0 : 1 + static_cast<unsigned>(kind);
}

/// Returns the worse of two verdicts of published rows.
Verdict worse_of(Verdict a, Verdict b) {
  if (a == Verdict::kFail || b == Verdict::kFail) return Verdict::kFail;
  return a == Verdict::kPass ? b : a;
}

/// Published numbers, by the id of the row whose number each is.
using Numbers = std::map<std::string, PublishedNumber>;

void add_reading(Numbers& numbers, const Measurement& row, bool is_run) {
  const PublishedNumber reading{row.kind, verdict_of(row), is_run};
  const auto [found, added] = numbers.emplace(row.number.empty() ? row.id : row.number, reading);
  if (added) return;
  PublishedNumber& number = found->second;
  if (weight_of(reading.kind) < weight_of(number.kind)) number.kind = reading.kind;
  number.verdict = worse_of(number.verdict, reading.verdict);
  number.is_run = number.is_run && reading.is_run;
}

/// Returns the numbers of each paper.
std::map<std::string, Numbers> numbers_of(const Report& report) {
  std::map<std::string, Numbers> numbers;
  for (const Entry& entry : report.entries) {
    const std::vector<Measurement>& rows =
        entry.finished ? entry.result.measurements : entry.experiment.rows;
    for (const Measurement& row : rows)
      if (prints_number(row)) add_reading(numbers[paper_of(entry.experiment)], row, entry.finished);
  }
  return numbers;
}

ScoreTally& tally_of(PaperScore& score, Kind kind) {
  return score.kinds.at(static_cast<std::size_t>(kind));
}

}  // namespace

void ScoreTally::add_number(Verdict verdict, bool is_run) {
  ++published;
  not_run += is_run ? 0 : 1;
  if (!is_run) return;
  inside += verdict == Verdict::kPass ? 1 : 0;
  known += verdict == Verdict::kDeviates ? 1 : 0;
  missed += verdict == Verdict::kFail ? 1 : 0;
}

void ScoreTally::add_row(Verdict verdict) {
  ++rows;
  pass += verdict == Verdict::kPass ? 1 : 0;
  deviates += verdict == Verdict::kDeviates ? 1 : 0;
  fail += verdict == Verdict::kFail ? 1 : 0;
  info += verdict == Verdict::kInfo ? 1 : 0;
}

std::string paper_of(const Experiment& experiment) {
  return experiment.id.substr(0, experiment.id.find('.'));
}

std::string called(const Report& report, const std::string& paper) {
  for (const Entry& entry : report.entries) {
    const Experiment& one = entry.experiment;
    if (paper_of(one) != paper || (one.label.empty() && one.paper.empty())) continue;
    return one.label.empty() ? "[" + one.paper + "]" : one.label;
  }
  return paper;
}

std::vector<PaperScore> scores(const Report& report) {
  std::vector<PaperScore> all;
  for (const Entry& entry : report.entries) {
    const std::string paper = paper_of(entry.experiment);
    auto found = std::find_if(all.begin(), all.end(),
                              [&paper](const PaperScore& score) { return score.paper == paper; });
    if (found == all.end()) found = all.insert(all.end(), {paper, called(report, paper), {}, {}});
    for (const Measurement& m : entry.result.measurements) {
      found->all.add_row(verdict_of(m));
      tally_of(*found, m.kind).add_row(verdict_of(m));
    }
  }
  std::map<std::string, Numbers> numbers = numbers_of(report);
  for (PaperScore& score : all)
    for (const auto& [id, number] : numbers[score.paper]) {
      score.all.add_number(number.verdict, number.is_run);
      tally_of(score, number.kind).add_number(number.verdict, number.is_run);
    }
  return all;
}

const ScoreTally& tally(const PaperScore& score, Kind kind) {
  return score.kinds.at(static_cast<std::size_t>(kind));
}

std::string headline(const PaperScore& score) {
  const std::string not_run =
      score.all.not_run == 0 ? "" : fmt::format("; not run {}", score.all.not_run);
  return fmt::format(
      "published numbers: {}; emergent and inside {}; calibrated {}; derived {}; exact {}; "
      "deviate {}; fail {}{}",
      score.all.published, tally(score, Kind::kEmergent).inside,
      tally(score, Kind::kCalibrated).inside, tally(score, Kind::kDerived).inside,
      tally(score, Kind::kExact).inside, score.all.known, score.all.missed, not_run);
}

std::map<std::string, Verdict> number_verdicts(const Report& report) {
  std::map<std::string, Verdict> verdicts;
  for (const auto& [paper, numbers] : numbers_of(report))
    for (const auto& [id, number] : numbers)
      if (number.is_run) verdicts[id] = number.verdict;
  return verdicts;
}

}  // namespace gf::papers::report
