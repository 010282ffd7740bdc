// SPDX-License-Identifier: Apache-2.0
#include "papers/report/axis.h"

#include <cmath>

#include "tests/support/matchers.h"

namespace gf::papers::report::axis_test {
namespace {

std::vector<std::string> ticks(const Axis& axis, double low, double high, bool from_zero = false) {
  const AxisMap map(axis, low, high, from_zero);
  std::vector<std::string> texts;
  for (const Tick& tick : map.ticks()) texts.push_back(tick.text);
  return texts;
}

Axis linear() { return {"l", "u", Scale::kLinear, {}, {}, {}}; }
Axis scaled(Scale scale, const char* unit) { return {"l", unit, scale, {}, {}, {}}; }

TEST(AxisMap, LinearTicksAreRound) {
  EXPECT_THAT(ticks(linear(), 0, 11.6), ElementsAre("0", "2", "4", "6", "8", "10", "12"));
  EXPECT_THAT(ticks(linear(), 95, 99), ElementsAre("95", "96", "97", "98", "99"));
  EXPECT_THAT(ticks(linear(), -0.2, 0.2), ElementsAre("-0.2", "-0.1", "0", "0.1", "0.2"));
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
    EXPECT_LE(map.ticks().size(), 12u);
    Axis from = linear();
    from.low = value;
    EXPECT_LE(ticks(from, value, std::nextafter(value, 1e300)).size(), 12u);
    from.high = std::nextafter(value, 1e300);
    EXPECT_LE(ticks(from, value, value).size(), 12u);
  }
}

TEST(AxisMap, BinaryBytes) {
  EXPECT_EQ(tick_text(4096, scaled(Scale::kLog2, "B")), "4 KiB");
  EXPECT_EQ(tick_text(512, scaled(Scale::kLog2, "B")), "512 B");
  EXPECT_EQ(tick_text(268435456, scaled(Scale::kLog2, "B")), "256 MiB");
  EXPECT_LE(ticks(scaled(Scale::kLog2, "B"), 4096, 3.2e8).size(), 10u);
}

TEST(AxisMap, LogarithmicTicks) {
  EXPECT_THAT(ticks(scaled(Scale::kLog10, ""), 1, 10000),
              ElementsAre("1", "10", "100", "1000", "10\u2009000"));
  EXPECT_THAT(ticks(scaled(Scale::kLog10, ""), 1, 10), ElementsAre("1", "2", "5", "10"));
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

TEST(TickText, ThousandsAreSet) {
  EXPECT_EQ(tick_text(20736, linear()), "20\u2009736");
  EXPECT_EQ(tick_text(1679616, linear()), "1\u2009679\u2009616");
  EXPECT_EQ(tick_text(9999, linear()), "9999");
}

}  // namespace
}  // namespace gf::papers::report::axis_test
