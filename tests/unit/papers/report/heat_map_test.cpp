// SPDX-License-Identifier: Apache-2.0
// Holds: papers/report/heat_colour.h
#include "papers/report/chart.h"
#include "papers/report/heat_colour.h"
#include "tests/support/matchers.h"

namespace gf::papers::report::heat_map_test {
namespace {

HeatMap pairs() {
  return {"source", "destination", "bandwidth", "GB/s", {"0", "1"}, {"2", "3"}, {10, {}, 12.5, 15}};
}

TEST(HeatColour, GoesFromDarkBlueToYellow) {
  const HeatColour colour(pairs());
  EXPECT_EQ(colour.low(), 10);
  EXPECT_EQ(colour.high(), 15);
  EXPECT_EQ(colour.share(12.5), 0.5);
  EXPECT_EQ(colour.fill(10), "fill=\"#00204d\"");
  EXPECT_EQ(colour.fill(15), "fill=\"#ffea46\"");
}

TEST(HeatColour, OfOneValueIsInTheMiddle) {
  HeatMap map = pairs();
  map.values = {3, 3, {}, 3};
  EXPECT_EQ(HeatColour(map).share(3), 0.5);
}

TEST(HeatMap, HasACellForEachPairAndSaysWhereThereIsNone) {
  const std::string svg = draw_heat_map(pairs(), "pairs");
  EXPECT_THAT(svg, AllOf(HasSubstr("<title>source 0, destination 2: 10 GB/s</title>"),
                         HasSubstr("<title>source 0, destination 3: none</title>"),
                         HasSubstr("<title>source 1, destination 3: 15 GB/s</title>")));
  EXPECT_THAT(svg, AllOf(HasSubstr(">12.5<"), HasSubstr("on-light"), HasSubstr("on-dark")));
}

}  // namespace
}  // namespace gf::papers::report::heat_map_test
