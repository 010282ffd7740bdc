// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "papers/report/report.h"

namespace gf::papers::report {

/// Counts of one kind: of published numbers, each once however many rows read it
/// (Measurement::number), and of rows.
struct ScoreTally {
  unsigned published = 0;  ///< Numbers that the source prints; words are none.
  unsigned inside = 0;     ///< Numbers whose rows all pass.
  unsigned known = 0;      ///< Numbers with a row that deviates and none that fails.
  unsigned missed = 0;     ///< Numbers with a row that fails.
  unsigned not_run = 0;    ///< Numbers with a row that was not run; the four add up.
  unsigned rows = 0;
  unsigned pass = 0;  ///< Rows that pass, with and without a published number.
  unsigned deviates = 0;
  unsigned fail = 0;
  unsigned info = 0;
  void add_row(Verdict verdict);
  void add_number(Verdict verdict, bool is_run);
};

/// The numbers and rows of one paper. A number whose rows differ in kind counts as the kind that
/// says least: calibrated, else exact, derived, emergent.
struct PaperScore {
  std::string paper;                     ///< First part of its experiments' ids: "pcie".
  std::string name;                      ///< called().
  std::array<ScoreTally, 4> kinds = {};  ///< By Kind.
  ScoreTally all;
};

/// Returns "pcie" for "pcie.table2".
std::string paper_of(const Experiment& experiment);
/// Returns the label of the experiments' rows; else the citation of their paper, "[SC16]"; `paper`
/// itself if there is neither.
std::string called(const Report& report, const std::string& paper);

/// Returns one score per paper, in the order of the report. Numbers of unfinished experiments
/// count as not run.
std::vector<PaperScore> scores(const Report& report);
const ScoreTally& tally(const PaperScore& score, Kind kind);

/// Returns "published numbers: 61; emergent and inside 23; calibrated 14; derived 12; exact 4;
/// deviate 8; fail 0": the parts add up to the first, with "; not run 3" where some are not.
std::string headline(const PaperScore& score);

/// Returns the verdict of each published number whose rows were all run, by the id of its row.
std::map<std::string, Verdict> number_verdicts(const Report& report);

}  // namespace gf::papers::report
