// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "papers/report/report.h"

namespace gf::papers::report {

/// What came out of the rows of one kind.
struct Tally {
  unsigned rows = 0;
  unsigned published = 0;  ///< Rows of which the source prints a number, not words alone.
  unsigned inside = 0;     ///< Of `published`, rows that pass.
  unsigned known = 0;      ///< Of `published`, rows that deviate.
  unsigned missed = 0;     ///< Of `published`, rows that fail; the three add up to it.
  unsigned pass = 0;       ///< Of all rows.
  unsigned deviates = 0;
  unsigned fail = 0;
  unsigned info = 0;
  void add(const Measurement& measurement);
};

/// The rows of one paper.
struct PaperScore {
  std::string paper;                ///< What its experiments' ids begin with: "pcie".
  std::string name;                 ///< called().
  std::array<Tally, 4> kinds = {};  ///< By Kind.
  Tally all;
};

/// "pcie" of "pcie.table2".
std::string paper_of(const Experiment& experiment);
/// The label of the experiments' rows; else how their paper is cited, "[SC16]"; `paper` itself
/// where none has either.
std::string called(const Report& report, const std::string& paper);

/// One score a paper, in the order of the report.
std::vector<PaperScore> scores(const Report& report);
const Tally& tally(const PaperScore& score, Kind kind);

/// "published numbers: 61; emergent and inside 23; calibrated 14; derived 12; exact 4; deviate 8;
/// fail 0": the parts add up to the first.
std::string headline(const PaperScore& score);

}  // namespace gf::papers::report
