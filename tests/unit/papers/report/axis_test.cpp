// SPDX-License-Identifier: Apache-2.0
#include "papers/report/axis.h"

#include <cmath>

#include "tests/support/matchers.h"

namespace gf::papers::report::axis_test {
namespace {

Axis linear() { return {"l", "u", Scale::kLinear, {}, {}, {}}; }
Axis scaled(Scale scale, const char* unit) { return {"l", unit, scale, {}, {}, {}}; }

std::pair<double, double> ends(const Axis& axis, double low, double high) {
  const AxisMap map(axis, low, high, false);
  return {map.low(), map.high()};
}

TEST(AxisMap, EndsAreRound) {
  EXPECT_EQ(ends(linear(), 0, 11.6), std::pair(0.0, 12.0));
  EXPECT_EQ(ends(linear(), 95.3, 98.9), std::pair(95.0, 99.0));
  EXPECT_EQ(ends(linear(), -0.19, 0.2), std::pair(-0.2, 0.2));
  EXPECT_EQ(ends(scaled(Scale::kLog2, "B"), 4100, 9000), std::pair(4096.0, 16384.0));
  EXPECT_EQ(ends(scaled(Scale::kLog10, ""), 2, 9000), std::pair(1.0, 10000.0));
}

TEST(AxisMap, ZeroIsShownWhenItIsNear) {
  EXPECT_EQ(AxisMap(linear(), 3, 10, false).low(), 0);
  EXPECT_GT(AxisMap(linear(), 9, 10, false).low(), 0);
  EXPECT_EQ(AxisMap(linear(), 9, 10, true).low(), 0);
}

TEST(AxisMap, GivenEndsAreKept) {
  Axis axis = linear();
  axis.low = 1;
  axis.high = 3.3;
  const AxisMap map(axis, 0, 100, true);
  EXPECT_EQ(map.low(), 1);
  EXPECT_EQ(map.high(), 3.3);
}

TEST(AxisMap, OneValueStillMakesAnAxis) {
  const AxisMap map(linear(), 5, 5, false);
  EXPECT_LT(map.low(), 5);
  EXPECT_GT(map.high(), 5);
}

TEST(AxisMap, ValuesThatDifferByRoundingAreOne) {
  for (const double value : {0.3333, -7e22, 1e-30, 1.0}) {
    const AxisMap map(linear(), value, std::nextafter(value, 1e300), false);
    EXPECT_GT(map.high() - map.low(), 0.1 * std::abs(value));
  }
}

TEST(AxisMap, PlacesEndsAndMiddle) {
  AxisMap map(linear(), 0, 12, false);
  map.place(300, 0);
  EXPECT_DOUBLE_EQ(map.at(0), 300);
  EXPECT_DOUBLE_EQ(map.at(6), 150);
  AxisMap log(scaled(Scale::kLog10, ""), 1, 100, false);
  log.place(0, 100);
  EXPECT_DOUBLE_EQ(log.at(10), 50);
  EXPECT_DOUBLE_EQ(log.at(0), 0);
}

TEST(AxisTitle, UnitInBrackets) {
  EXPECT_EQ(axis_title(scaled(Scale::kLinear, "GB/s")), "l (GB/s)");
  EXPECT_EQ(axis_title(scaled(Scale::kLog2, "B")), "l");
  EXPECT_EQ(axis_title(scaled(Scale::kLinear, "")), "l");
}

}  // namespace
}  // namespace gf::papers::report::axis_test
