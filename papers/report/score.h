// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "papers/report/report.h"

namespace gf::papers::report {

/// Counts of the rows of one kind.
struct ScoreTally {
  unsigned rows = 0;
  unsigned published = 0;  ///< Rows for which the source prints a number, not only words.
  unsigned inside = 0;     ///< Published rows that pass.
  unsigned known = 0;      ///< Published rows that deviate.
  unsigned missed = 0;     ///< Published rows that fail; the three add up to `published`.
  unsigned pass = 0;       ///< All rows that pass.
  unsigned deviates = 0;
  unsigned fail = 0;
  unsigned info = 0;
  void add(const Measurement& measurement);
};

/// The rows of one paper.
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

/// Returns one score per paper, in the order of the report.
std::vector<PaperScore> scores(const Report& report);
const ScoreTally& tally(const PaperScore& score, Kind kind);

/// Returns "published numbers: 61; emergent and inside 23; calibrated 14; derived 12; exact 4;
/// deviate 8; fail 0": the parts add up to the first.
std::string headline(const PaperScore& score);

}  // namespace gf::papers::report
