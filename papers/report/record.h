// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "papers/report/report.h"

namespace gf::papers::report {

/// The value of a row when its experiment was last run at the published size.
struct RecordedValue {
  Value simulated;
  std::string revision;  ///< Of the program that ran it.
};

/// papers/record.csv by row id. `scripts/score` writes it from the results.json of `reproduce
/// --full`, experiment by experiment, so that the published sizes need not be run in one go.
using Record = std::map<std::string, RecordedValue>;

/// Reads the columns id, simulated and revision. Throws UserError(kBadInput) with `name`:line.
Record read_record(std::string_view text, const std::string& name);
/// Returns the record that is part of the program.
const Record& record();

/// Returns a report of the recorded values, judged by the present gates. An experiment with a
/// row that is not in the record is unfinished.
Report recorded_report(const std::vector<const Experiment*>& selection, const Record& record);

/// Returns the revisions of the finished experiments of a recorded report, the most frequent first:
/// "made by 1a2b3c4 (80 experiments), 5d6e7f8 (27)".
std::string revisions_text(const Report& recorded, const Record& record);

/// Returns how many of the record's published numbers a run set gives with the same verdict:
/// "confirms 96 of 190 published numbers; the others need --full".
std::string confirmed_text(const Report& run, const Report& recorded);

}  // namespace gf::papers::report
