// SPDX-License-Identifier: Apache-2.0
#include "core/text/engineering.h"

#include <gtest/gtest.h>
#include <limits>

namespace gf::core::engineering_test {
namespace {

TEST(Engineering, TimesAndRatesTakeThePrefixThatFits) {
  EXPECT_EQ(engineering(1.234e-6, "s"), "1.234 us");
  EXPECT_EQ(engineering(0.036, "s"), "36 ms");
  EXPECT_EQ(engineering(250, "s"), "250 s");
  EXPECT_EQ(engineering(62.5e-12, "s"), "62.5 ps");
  EXPECT_EQ(engineering(11.6e9, "B/s"), "11.6 GB/s");
  EXPECT_EQ(engineering(300e6, "B"), "300 MB");
}

TEST(Engineering, RoundingMovesToTheNextPrefix) {
  EXPECT_EQ(engineering(999.96e-9, "s"), "1 us");
  EXPECT_EQ(engineering(999.94e-9, "s"), "999.9 ns");
}

TEST(Engineering, EndsOfThePrefixes) {
  EXPECT_EQ(engineering(1e-18, "s"), "0.001 fs");
  EXPECT_EQ(engineering(2e19, "B"), "2e+04 PB");
  EXPECT_EQ(engineering(0.5, "B"), "0.5 B");
  EXPECT_EQ(engineering(-2.5e-3, "s"), "-2.5 ms");
}

TEST(Engineering, ZeroHasNoPrefix) {
  EXPECT_EQ(engineering(0, "s"), "0 s");
  EXPECT_EQ(engineering(0, "B"), "0 B");
}

TEST(Engineering, CountsKeepAllDigits) { EXPECT_EQ(engineering(25165824, "count"), "25165824"); }

TEST(Engineering, OtherUnitsStay) {
  EXPECT_EQ(engineering(0.9765, "ratio"), "0.9765");
  EXPECT_EQ(engineering(11.6, "GiB/s"), "11.6 GiB/s");
  EXPECT_EQ(engineering(7, ""), "7");
}

TEST(Engineering, SpansOfSimulatedTime) {
  EXPECT_EQ(engineering(Ticks{1'234'000'000}), "1.234 us");
  EXPECT_EQ(engineering(Ticks{0}), "0 s");
}

TEST(Engineering, NoNumber) {
  EXPECT_EQ(engineering(std::numeric_limits<double>::quiet_NaN(), "s"), "nan s");
  EXPECT_EQ(engineering(std::numeric_limits<double>::infinity(), "B/s"), "inf B/s");
}

}  // namespace
}  // namespace gf::core::engineering_test
