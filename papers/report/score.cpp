// SPDX-License-Identifier: Apache-2.0
#include "papers/report/score.h"

#include <algorithm>
#include <fmt/format.h>

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

}  // namespace

void ScoreTally::add(const Measurement& measurement) {
  const Verdict verdict = verdict_of(measurement);
  const bool is_published = prints_number(measurement);
  ++rows;
  published += is_published ? 1 : 0;
  inside += is_published && verdict == Verdict::kPass ? 1 : 0;
  known += is_published && verdict == Verdict::kDeviates ? 1 : 0;
  missed += is_published && verdict == Verdict::kFail ? 1 : 0;
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
      found->all.add(m);
      found->kinds.at(static_cast<std::size_t>(m.kind)).add(m);
    }
  }
  return all;
}

const ScoreTally& tally(const PaperScore& score, Kind kind) {
  return score.kinds.at(static_cast<std::size_t>(kind));
}

std::string headline(const PaperScore& score) {
  return fmt::format(
      "published numbers: {}; emergent and inside {}; calibrated {}; derived {}; exact {}; "
      "deviate {}; fail {}",
      score.all.published, tally(score, Kind::kEmergent).inside,
      tally(score, Kind::kCalibrated).inside, tally(score, Kind::kDerived).inside,
      tally(score, Kind::kExact).inside, score.all.known, score.all.missed);
}

}  // namespace gf::papers::report
