// SPDX-License-Identifier: Apache-2.0
#include "papers/report/record.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "core/base/error.h"
#include "core/text/csv.h"
#include "papers/papers.h"
#include "papers/report/score.h"
#include "papers/rows.h"

namespace gf::papers::report {
namespace {

constexpr const char* kRecord = "papers/record.csv";
constexpr std::size_t kShownRevision = 8;

Entry recorded_entry(const Experiment& experiment, const Record& record) {
  Entry entry;
  entry.experiment = experiment;
  for (Measurement row : experiment.rows) {
    const auto found = record.find(row.id);
    if (found == record.end()) return entry;
    row.simulated = found->second.simulated;
    if (row.source.empty()) row.source = experiment.source;
    entry.result.measurements.push_back(std::move(row));
  }
  entry.finished = true;
  return entry;
}

/// Returns "of", or empty for a report whose first row has none.
std::string revision_of(const Entry& entry, const Record& record) {
  const auto found = record.find(entry.result.measurements.at(0).id);
  return found->second.revision.substr(0, kShownRevision);
}

}  // namespace

Record read_record(std::string_view text, const std::string& name) {
  const core::CsvTable table(text, name);
  Record record;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const std::string& id = table.text(i, "id");
    const RecordedValue value{value_of(table.text(i, "simulated")), table.text(i, "revision")};
    if (!record.emplace(id, value).second)
      throw core::UserError(core::ExitCode::kBadInput,
                            fmt::format("{}:{}: {} occurs twice", name, table.line(i), id));
  }
  return record;
}

const Record& record() {
  static const Record all = read_record(rows_file(kRecord), kRecord);
  return all;
}

Report recorded_report(const std::vector<const Experiment*>& selection, const Record& record) {
  Report report;
  report.recorded = true;
  for (const Experiment* experiment : selection)
    report.entries.push_back(recorded_entry(*experiment, record));
  return report;
}

std::string revisions_text(const Report& recorded, const Record& record) {
  std::map<std::string, unsigned> experiments;
  for (const Entry& entry : recorded.entries)
    if (entry.finished && !entry.result.measurements.empty())
      ++experiments[revision_of(entry, record)];
  std::vector<std::pair<unsigned, std::string>> sorted;
  for (const auto& [revision, count] : experiments) sorted.emplace_back(count, revision);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string out;
  for (const auto& [count, revision] : sorted)
    out += fmt::format("{}{} ({}{})", out.empty() ? "made by " : ", ", revision, count,
                       out.empty() ? " experiments" : "");
  return out.empty() ? "nothing is recorded" : out;
}

std::string confirmed_text(const Report& run, const Report& recorded) {
  const std::map<std::string, Verdict> here = number_verdicts(run);
  const std::map<std::string, Verdict> all = number_verdicts(recorded);
  const auto confirmed = std::count_if(all.begin(), all.end(), [&here](const auto& number) {
    const auto found = here.find(number.first);
    return found != here.end() && found->second == number.second;
  });
  return fmt::format("confirms {} of {} published numbers in the record; the others need --full",
                     confirmed, all.size());
}

}  // namespace gf::papers::report
