// SPDX-License-Identifier: Apache-2.0
#include "papers/report/series_style.h"

#include "tests/support/matchers.h"

namespace gf::papers::report::series_style_test {
namespace {

std::string marker(Role role) {
  Svg svg(10, 10, "marker");
  draw_marker(svg, {5, 5}, role, "c0");
  return svg.str();
}

TEST(SeriesStyle, RolesDifferWithoutTheirColour) {
  EXPECT_THAT(marker(Role::kSimulated), HasSubstr("<circle"));
  EXPECT_THAT(marker(Role::kAnalytic), HasSubstr("<polygon"));
  EXPECT_THAT(marker(Role::kPublished), HasSubstr("<rect"));
  EXPECT_NE(line_class(Role::kAnalytic, "c0"), line_class(Role::kPublished, "c0"));
  EXPECT_NE(bar_class(Role::kSimulated, "c0"), bar_class(Role::kPublished, "c0"));
}

TEST(SeriesStyle, EveryHatchThatABarUsesIsDefinedOnce) {
  Chart chart;
  chart.series = {{"a", Role::kAnalytic, Mark::kBars, {0}, {1}, "g"},
                  {"b", Role::kAnalytic, Mark::kBars, {0}, {2}, "g"}};
  EXPECT_EQ(bar_fill(Role::kAnalytic, "c0", "k"), "fill=\"url(#hatch-k-c0)\"");
  EXPECT_EQ(bar_fill(Role::kSimulated, "c0", "k"), "");
  const std::string patterns = hatch_patterns(chart, "k");
  const std::size_t at = patterns.find("id=\"hatch-k-c0\"");
  ASSERT_NE(at, std::string::npos);
  EXPECT_EQ(patterns.find("id=\"hatch-k-c0\"", at + 1), std::string::npos);
  chart.series = {{"a", Role::kAnalytic, Mark::kLine, {0}, {1}, "g"}};
  EXPECT_EQ(hatch_patterns(chart, "k"), "");
}

}  // namespace
}  // namespace gf::papers::report::series_style_test
