// SPDX-License-Identifier: Apache-2.0
#include "papers/report/chart.h"
#include "tests/support/byte_curve.h"
#include "tests/support/matchers.h"

namespace gf::papers::report::thumbnail_test {
namespace {

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

}  // namespace
}  // namespace gf::papers::report::thumbnail_test
