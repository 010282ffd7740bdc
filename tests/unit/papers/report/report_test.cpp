// SPDX-License-Identifier: Apache-2.0
#include "papers/report/report.h"

#include <gmock/gmock.h>

#include "core/text/json.h"
#include "tests/support/sample_report.h"

namespace gf::papers::report::report_test {
namespace {

using namespace sample_report;  // NOLINT: what these tests share

TEST(ResultsJson, HoldsNoWallTime) {
  Report a = sample();
  Report b = sample();
  b.wall_seconds = 99;
  b.jobs = 7;
  b.entries[0].wall_seconds = 42;
  EXPECT_EQ(core::json_text(results_json(a)), core::json_text(results_json(b)));
  EXPECT_EQ(results_json(a)["generator"], kGenerator);
}

TEST(ResultsJson, CountsVerdicts) {
  Report report;
  Entry entry;
  entry.finished = true;
  entry.result.measurements = {row("q"), failed("p.e.f", "q", "r")};
  report.entries = {entry};
  EXPECT_EQ(core::json_text(results_json(report)["counts"]),
            R"({"pass":0,"deviates":0,"fail":2,"info":0,"unfinished":0})");
}

}  // namespace
}  // namespace gf::papers::report::report_test
