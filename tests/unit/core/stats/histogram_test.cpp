// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <gmock/gmock.h>
#include <numeric>

#include "core/base/random.h"
#include "core/stats/stats.h"

namespace gf::core::histogram_test {
namespace {

constexpr double kError = 0.032;  // what the header promises

struct Fixture {
  StatGroup group{"h"};
  Histogram histogram{group, "wait", Unit::kSeconds, "time in the queue"};
  std::vector<std::uint64_t> values;

  void record(std::uint64_t value) {
    values.push_back(value);
    histogram.record(value);
  }
  /// The smallest value that p percent of all values do not exceed.
  double exact(double p) {
    std::sort(values.begin(), values.end());
    const double rank = std::ceil(p / 100 * static_cast<double>(values.size()));
    return static_cast<double>(values[static_cast<std::size_t>(std::max(rank, 1.0)) - 1]);
  }
  void expect_percentiles() {
    for (const double p : {0.0, 1.0, 10.0, 25.0, 50.0, 75.0, 90.0, 99.0, 99.9, 100.0}) {
      const double wanted = exact(p);
      EXPECT_NEAR(histogram.percentile(p), wanted, wanted * kError) << "p" << p;
    }
  }
};

TEST(Histogram, EmptyIsZero) {
  Fixture f;
  EXPECT_EQ(f.histogram.count(), 0u);
  EXPECT_EQ(f.histogram.mean(), 0.0);
  EXPECT_EQ(f.histogram.percentile(50), 0.0);
  for (const StatRow& row : StatRegistry::instance().rows()) EXPECT_EQ(row.value, 0.0) << row.name;
}

TEST(Histogram, ValuesBelow32AreExact) {
  Fixture f;
  for (std::uint64_t value = 0; value < 32; ++value) f.record(value);
  for (double p = 0; p <= 100; p += 5) EXPECT_EQ(f.histogram.percentile(p), f.exact(p)) << p;
}

TEST(Histogram, PercentilesOfUniformValues) {
  Fixture f;
  RandomStream random(1, "uniform");
  for (int i = 0; i < 20'000; ++i) f.record(random.below(1'000'000'000));
  f.expect_percentiles();
}

TEST(Histogram, PercentilesOverTwelveDecades) {
  Fixture f;
  RandomStream random(1, "decades");
  for (int i = 0; i < 20'000; ++i)
    f.record(static_cast<std::uint64_t>(std::pow(10.0, 12 * random.uniform())));
  f.expect_percentiles();
}

TEST(Histogram, PercentilesOfTwoFarPeaks) {
  Fixture f;
  for (int i = 0; i < 90; ++i) f.record(150'000'000);
  for (int i = 0; i < 10; ++i) f.record(65'000'000'000'000);
  f.expect_percentiles();
}

TEST(Histogram, EveryPowerOfTwoAndItsNeighbours) {
  for (unsigned bit = 5; bit < 64; ++bit) {
    for (const std::uint64_t value : {(1ull << bit) - 1, 1ull << bit, (1ull << bit) + 1}) {
      Fixture f;
      f.record(value);
      f.record(~0ull);  // or else the clamp to the largest value would hide the bucket's error
      const auto wanted = static_cast<double>(value);
      EXPECT_NEAR(f.histogram.percentile(25), wanted, wanted * kError) << value;
    }
  }
}

TEST(Histogram, OneValueIsReportedAsItIs) {
  Fixture f;
  f.record(123'456'789);
  for (const double p : {0.0, 50.0, 100.0}) EXPECT_EQ(f.histogram.percentile(p), 123'456'789.0);
}

TEST(Histogram, RowsAreScaled) {
  StatGroup group("h");
  Histogram wait(group, "wait", Unit::kSeconds, "time in the queue", 1e-15);
  wait.record(sc_core::sc_time(10, sc_core::SC_NS));
  wait.record(sc_core::sc_time(30, sc_core::SC_NS));
  const std::vector<StatRow> rows = StatRegistry::instance().rows();
  ASSERT_EQ(rows.size(), 7u);
  EXPECT_EQ(rows[0].name, "wait.count");
  EXPECT_EQ(rows[0].value, 2.0);
  EXPECT_EQ(rows[0].unit, Unit::kCount);
  EXPECT_EQ(rows[1].name, "wait.mean");
  EXPECT_DOUBLE_EQ(rows[1].value, 20e-9);
  EXPECT_EQ(rows[1].unit, Unit::kSeconds);
  EXPECT_EQ(rows[2].name, "wait.min");
  EXPECT_DOUBLE_EQ(rows[2].value, 10e-9);
  EXPECT_EQ(rows[3].name, "wait.p50");
  EXPECT_EQ(rows[4].name, "wait.p90");
  EXPECT_EQ(rows[5].name, "wait.p99");
  EXPECT_EQ(rows[6].name, "wait.max");
  EXPECT_DOUBLE_EQ(rows[6].value, 30e-9);
}

TEST(Histogram, ResetForgetsEverything) {
  Fixture f;
  f.record(1000);
  f.group.reset();
  EXPECT_EQ(f.histogram.count(), 0u);
  f.histogram.record(5);
  EXPECT_EQ(f.histogram.percentile(0), 5.0);
  EXPECT_EQ(f.histogram.percentile(100), 5.0);
}

}  // namespace
}  // namespace gf::core::histogram_test
