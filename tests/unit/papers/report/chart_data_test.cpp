// SPDX-License-Identifier: Apache-2.0
// Holds: papers/report/chart.h papers/report/page_file.h papers/report/step_diagram.cpp
// Holds: papers/report/thumbnail.cpp
#include <fstream>
#include <gmock/gmock.h>
#include <sstream>

#include "core/text/json.h"
#include "papers/report/chart.h"
#include "papers/report/page_file.h"

namespace gf::papers::report::chart_data_test {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Chart byte_curve() {
  Chart chart;
  chart.x = {"message size", "B", Scale::kLog2, {}, {}, {}};
  chart.y = {"bandwidth", "GB/s", {}, {}, {}, {}};
  chart.series = {
      {"a", Role::kSimulated, Mark::kLinePoints, {1024, 4096}, {1.23456789, 11}, "g"},
      {"</script><b>", Role::kAnalytic, Mark::kLine, {1024, 2048, 4096}, {2, 3, 4}, "g"}};
  chart.guides = {{Guide::Along::kX, 2048, "half"}};
  return chart;
}

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
  EXPECT_EQ(points_text(chart), "2 to 3 points a curve");
  for (Series& series : chart.series) series.role = Role::kAnalytic;
  EXPECT_EQ(points_text(chart), "");
}

TEST(Thumbnail, HasNoTextAndStaysSmall) {
  Chart chart = byte_curve();
  chart.series = {{"a", Role::kSimulated, Mark::kLinePoints, {}, {}, ""}};
  for (int i = 1; i <= 2000; ++i) {
    chart.series[0].x.push_back(i);
    chart.series[0].y.push_back(i % 7);
  }
  const std::string drawn = draw_thumbnail({"f", "t", "c", chart}, "k");
  EXPECT_THAT(drawn, Not(HasSubstr("<text")));
  EXPECT_THAT(drawn, Not(HasSubstr("<title")));
  EXPECT_LT(drawn.size(), 3000u);
}

TEST(StepDiagram, IsOnePictureAStep) {
  StepDiagram diagram;
  diagram.nodes = two_rows_of_four();
  diagram.steps = {{"Step 1", {{0, 1}}}, {"Step 2", {{1, 2}, {0, 3, true}}}};
  const std::string drawn = draw_step_diagram(diagram, "rings");
  EXPECT_THAT(drawn, HasSubstr("aria-label=\"rings: Step 1\""));
  EXPECT_THAT(drawn, HasSubstr("aria-label=\"rings: Step 2\""));
}

TEST(PageFile, IsTheFileAsItIsOnDisk) {
  for (const char* name : {"page.css", "page.js", "chart.js"}) {
    const std::string path = std::string("papers/report/web/") + name;
    std::ifstream file(std::string(GF_SOURCE_DIR) + "/" + path);
    std::ostringstream text;
    text << file.rdbuf();
    EXPECT_FALSE(text.str().empty()) << path;
    EXPECT_EQ(page_file(path), text.str()) << path;
  }
  EXPECT_TRUE(page_file("papers/report/web/other.css").empty());
}

}  // namespace
}  // namespace gf::papers::report::chart_data_test
