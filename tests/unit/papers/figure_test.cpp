// SPDX-License-Identifier: Apache-2.0
#include "papers/figure.h"

#include <numeric>

#include "tests/support/matchers.h"
#include "tests/support/synthetic_experiments.h"

namespace gf::papers::figure_test {
namespace {

TEST(SortedCurve, KeepsEndsAndOrder) {
  std::vector<double> values(100000);
  std::iota(values.rbegin(), values.rend(), 1.0);
  const Series curve = sorted_curve("c", Role::kAnalytic, values, 101);
  ASSERT_EQ(curve.y.size(), 101u);
  EXPECT_EQ(curve.x.front(), 0);
  EXPECT_EQ(curve.x.back(), 100);
  EXPECT_EQ(curve.y.front(), 1);
  EXPECT_EQ(curve.y.back(), 100000);
  EXPECT_TRUE(std::is_sorted(curve.y.begin(), curve.y.end()));
}

TEST(SortedCurve, FewValuesStayAll) {
  EXPECT_THAT(sorted_curve("c", Role::kAnalytic, {3, 1, 2}).y, ElementsAre(1, 2, 3));
  EXPECT_THAT(sorted_curve("c", Role::kAnalytic, {7}).x, ElementsAre(0));
}

TEST(HistogramOf, CountsEdgesAndOutsiders) {
  const Series s = histogram("h", Role::kSimulated, {-99, 0, 0.9, 1, 1.5, 2, 99}, 0, 3, 3);
  EXPECT_THAT(s.x, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(s.y, ElementsAre(3, 2, 2));
}

Figure with(Chart chart) { return {"f", "t", "c", std::move(chart)}; }

TEST(FigureDefect, UnevenSeries) {
  Chart chart;
  chart.x.label = chart.y.label = "l";
  chart.series = {{"s", Role::kSimulated, Mark::kLine, {1, 2, 3}, {1, 2}, ""}};
  EXPECT_EQ(defect_of(with(chart)), "figure f: series s: 3 x for 2 y");
  chart.series[0].mark = Mark::kHistogram;
  EXPECT_EQ(defect_of(with(chart)), "");
  chart.series[0].y[0] = std::numeric_limits<double>::infinity();
  EXPECT_THAT(defect_of(with(chart)), HasSubstr("not finite"));
  chart.series.clear();
  EXPECT_THAT(defect_of(with(chart)), HasSubstr("no series"));
}

TEST(FigureDefect, ArrowWithoutNode) {
  StepDiagram diagram;
  diagram.nodes = two_rows_of_four();
  diagram.steps = {{"Step 1", {{0, 8}}}};
  EXPECT_EQ(defect_of({"f", "t", "c", diagram}), "figure f: Step 1: arrow 0 -> 8 between 8 nodes");
}

TEST(FigureDefect, MatrixOfWrongSize) {
  EXPECT_THAT(defect_of({"f", "t", "c", HeatMap{"r", "c", "v", "u", {"a"}, {"b"}, {}}}),
              HasSubstr("0 values for 1 x 1"));
}

TEST(FigureDefect, SyntheticFiguresHaveNone) {
  for (const Experiment& experiment : test::drawing_experiments())
    for (const Figure& figure : test::judged(experiment).figures) EXPECT_EQ(defect_of(figure), "");
}

}  // namespace
}  // namespace gf::papers::figure_test
