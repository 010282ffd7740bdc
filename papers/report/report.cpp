// SPDX-License-Identifier: Apache-2.0
#include "papers/report/report.h"

#include "papers/serialize.h"

namespace gf::papers::report {
namespace {

nlohmann::ordered_json entry_json(const Entry& entry) {
  nlohmann::ordered_json full = to_json(entry.result);
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const Measurement& m : entry.result.measurements) {
    nlohmann::ordered_json row = public_record(m);
    row["why"] = m.tolerance.why;
    row["source"] = m.source;
    row["failure"] = m.failure;
    rows.push_back(row);
  }
  return {{"id", entry.experiment.id},
          {"title", entry.experiment.title},
          {"source", entry.experiment.source},
          {"set", to_text(entry.experiment.set)},
          {"finished", entry.finished},
          {"directory", entry.directory},
          {"measurements", rows},
          {"notes", full["notes"]},
          {"figures", full["figures"]},
          {"runs", full["runs"]}};
}

}  // namespace

std::vector<const Measurement*> measurements(const Report& report) {
  std::vector<const Measurement*> all;
  for (const Entry& entry : report.entries)
    for (const Measurement& m : entry.result.measurements) all.push_back(&m);
  return all;
}

Counts count(const Report& report) {
  Counts counts;
  for (const Measurement* m : measurements(report)) {
    switch (verdict_of(*m)) {
      case Verdict::kPass:
        ++counts.pass;
        break;
      case Verdict::kDeviates:
        ++counts.deviates;
        break;
      case Verdict::kFail:
        ++counts.fail;
        break;
      case Verdict::kInfo:
        ++counts.info;
        break;
    }
  }
  for (const Entry& entry : report.entries) counts.unfinished += entry.finished ? 0 : 1;
  return counts;
}

nlohmann::ordered_json results_json(const Report& report) {
  const Counts counts = count(report);
  nlohmann::ordered_json entries = nlohmann::ordered_json::array();
  for (const Entry& entry : report.entries) entries.push_back(entry_json(entry));
  return {{"generator", kGenerator},
          {"version", report.version},
          {"revision", report.revision},
          {"systemc", report.systemc},
          {"seed", report.seed},
          {"full", report.full},
          {"selection", report.selection},
          {"partial", report.interrupted},
          {"counts",
           {{"pass", counts.pass},
            {"deviates", counts.deviates},
            {"fail", counts.fail},
            {"info", counts.info},
            {"unfinished", counts.unfinished}}},
          {"experiments", entries}};
}

}  // namespace gf::papers::report
