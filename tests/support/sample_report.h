// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "papers/report/report.h"
#include "tests/support/synthetic_experiments.h"

namespace gf::papers::report::sample_report {

inline Report sample() {
  Report report;
  report.version = "1.2.3";
  report.revision = "abc";
  report.selection = "demo.*";
  report.wall_seconds = 12.5;
  for (const Experiment& experiment : test::drawing_experiments())
    report.entries.push_back(
        {experiment, test::judged(experiment), true, 1.0, "runs/" + experiment.id});
  report.entries[0].result.runs = {{"t2", "the run"}};
  return report;
}

inline Measurement row(const std::string& quantity) {
  return {"p.e", quantity, Kind::kEmergent, 1.0, 2.0, "<u>", relative(0.1, "<why>"), "<src>", ""};
}

/// The page without what its scripts say.
inline std::string markup(std::string page) {
  for (std::size_t begin = 0; (begin = page.find("<script", begin)) != std::string::npos;)
    page.erase(begin, page.find("</script>", begin) + 9 - begin);
  return page;
}

}  // namespace gf::papers::report::sample_report
