// SPDX-License-Identifier: Apache-2.0
#include "core/text/json.h"
#include "papers/report/chart.h"
#include "tests/support/byte_curve.h"
#include "tests/support/matchers.h"

namespace gf::papers::report::chart_data_test {
namespace {

using nlohmann::json;

TEST(ChartJson, HoldsAxesSeriesAndGuides) {
  const json chart = core::parse_json(chart_json(byte_curve()));
  EXPECT_EQ(chart["x"]["log"], 2);
  EXPECT_EQ(chart["x"]["low"], 1024);
  EXPECT_EQ(chart["x"]["high"], 4096);
  EXPECT_EQ(chart["y"]["title"], "bandwidth (GB/s)");
  EXPECT_EQ(chart["y"]["high"], 12);
  EXPECT_THAT(chart["series"][0]["y"], ElementsAre(1.23457, 11));
  EXPECT_EQ(chart["series"][0]["mark"], "line-points");
  EXPECT_EQ(chart["series"][1]["role"], "analytic");
  EXPECT_EQ(chart["series"][1]["colour"], chart["series"][0]["colour"]);
  EXPECT_EQ(core::json_text(chart["guides"][0]),
            R"({"along":"x","role":"analytic","tag":"half","value":2048.0})");
}

TEST(ChartJson, KeepsNames) {
  EXPECT_EQ(core::parse_json(chart_json(byte_curve()))["series"][1]["name"], "</script><b>");
}

TEST(PointsText, CountsTheSimulatedCurves) {
  Chart chart = byte_curve();
  EXPECT_EQ(points_text(chart), "2 points");
  chart.series[1].role = Role::kSimulated;
  EXPECT_EQ(points_text(chart), "2 to 3 points per curve");
  for (Series& series : chart.series) series.role = Role::kAnalytic;
  EXPECT_EQ(points_text(chart), "");
}

}  // namespace
}  // namespace gf::papers::report::chart_data_test
