// SPDX-License-Identifier: Apache-2.0
// Holds: papers/report/chart.h papers/report/legend.cpp papers/report/plot.h
#include "papers/published_rows.h"

#include "core/text/json.h"
#include "papers/report/chart.h"
#include "tests/support/matchers.h"

namespace gf::papers::published_rows_test {
namespace {

Measurement row(const std::string& id, Value published) {
  return {id,  "share of " + id, Kind::kEmergent, std::move(published),
          1.0, "GB/s",           not_gated("w"),  "",
          ""};
}

std::vector<Measurement> table() {
  return {row("p.peak", 11.6), row("p.text", std::string("> 97 %")), row("p.none", {}),
          row("p.many", std::string("2.0 to 2.5"))};
}

Chart curve() {
  Chart chart;
  chart.x = {"load", "", {}, {}, {}, {}};
  chart.y = {"bandwidth", "GB/s", {}, {}, {}, {}};
  chart.series = {{"a", Role::kSimulated, Mark::kLinePoints, {0, 1, 2}, {1, 2, 3}, ""}};
  return chart;
}

TEST(PublishedRows, BecomeGuidesWithWhatThePaperPrints) {
  const Chart chart =
      with_published_rows(curve(), {{"p.peak"}, {"p.text", Guide::Along::kX}}, table());
  ASSERT_THAT(chart.guides, SizeIs(2));
  EXPECT_EQ(chart.guides[0].value, 11.6);
  EXPECT_EQ(chart.guides[0].tag, "A 11.6 GB/s");
  EXPECT_EQ(chart.guides[0].label, "published: share of p.peak");
  EXPECT_EQ(chart.guides[0].role, Role::kPublished);
  EXPECT_EQ(chart.guides[1].along, Guide::Along::kX);
  EXPECT_EQ(chart.guides[1].value, 97);
  EXPECT_EQ(chart.guides[1].tag, "B > 97 %");
}

TEST(PublishedRows, AtAnXBecomePointsOfOneSeries) {
  const Chart chart = with_published_rows(
      curve(), {{"p.peak", Guide::Along::kY, 0.5}, {"p.text", Guide::Along::kY, 1.5}}, table());
  EXPECT_THAT(chart.guides, IsEmpty());
  ASSERT_THAT(chart.series, SizeIs(2));
  EXPECT_EQ(chart.series[1].role, Role::kPublished);
  EXPECT_THAT(chart.series[1].x, ElementsAre(0.5, 1.5));
  EXPECT_THAT(chart.series[1].y, ElementsAre(11.6, 97));
}

TEST(PublishedRows, WithoutANumberAreNamedAndLeftOut) {
  Figure figure{"f", "t", "c", curve()};
  for (const char* id : {"p.none", "p.many", "p.absent"}) {
    figure.rows = {{id}};
    EXPECT_THAT(defect_of_rows(figure, table()), AllOf(HasSubstr("figure f: row"), HasSubstr(id)));
    EXPECT_THAT(with_published_rows(curve(), figure.rows, table()).guides, IsEmpty()) << id;
  }
  figure.rows = {{"p.peak"}};
  EXPECT_EQ(defect_of_rows(figure, table()), "");
  figure.body = HeatMap{"r", "c", "v", "", {"0"}, {"0"}, {1.0}};
  EXPECT_EQ(defect_of_rows(figure, table()), "figure f: only a chart shows rows");
}

TEST(Guides, ShortLabelsStandBesideTheirLineAndSentencesInTheLegend) {
  Chart chart = curve();
  chart.guides = {{Guide::Along::kY, 2, "half"},
                  {Guide::Along::kY, 3, "what all links together can carry at once"}};
  chart = with_published_rows(chart, {}, {});
  const std::string drawn = report::chart_json(chart);
  EXPECT_THAT(drawn, HasSubstr("\"tag\":\"half\""));
  EXPECT_THAT(drawn, HasSubstr("\"tag\":\"A\""));
  EXPECT_THAT(drawn, Not(HasSubstr("what all links")));
  EXPECT_THAT(report::legend(chart, "k"),
              AllOf(HasSubstr("<b>A</b> what all links together"), Not(HasSubstr("half"))));
}

TEST(Guides, WidenTheAxis) {
  const Chart chart = with_published_rows(curve(), {{"p.peak"}}, table());
  const auto high = [](const Chart& drawn) {
    return core::parse_json(report::chart_json(drawn))["y"]["high"].get<double>();
  };
  EXPECT_GE(high(chart), 12);
  EXPECT_LT(high(curve()), 12);
}

}  // namespace
}  // namespace gf::papers::published_rows_test
