// SPDX-License-Identifier: Apache-2.0
// Series of which is known whether they grow: how often the verdict is wrong.
#include "platforms/network/growth.h"

#include <gtest/gtest.h>

#include "core/base/random.h"

namespace gf::platforms::network::growth_test {
namespace {

constexpr unsigned kSteps = 25;  ///< As of five periods.
constexpr unsigned kQueues = 16;
constexpr double kAtMost = 0.01;

struct Verdicts {
  unsigned steady = 0;
  unsigned grows = 0;
};

/// 16 queues, each of which serves a packet a cycle; four nodes send to each, `load` of it in all.
/// Their population in 25 steps of `cycles` cycles, after `before` of them.
Growth of_queues(double load, unsigned cycles, unsigned before, unsigned seed) {
  core::RandomStream random(seed, "queues");
  std::vector<unsigned> queues(kQueues);
  std::uint64_t born = 0, generated = 0, ended = 0;
  std::vector<double> under_way;
  for (unsigned step = 0; step < before + kSteps; ++step) {
    if (step >= before) under_way.push_back(static_cast<double>(born) - static_cast<double>(ended));
    const std::uint64_t from = born;
    for (unsigned cycle = 0; cycle < cycles; ++cycle) {
      for (unsigned& queue : queues) {
        if (queue > 0) --queue, ++ended;
        for (unsigned node = 0; node < 4; ++node) {
          if (random.uniform() >= load / 4) continue;
          ++queue;
          ++born;
        }
      }
    }
    generated += step >= before ? born - from : 0;
  }
  under_way.push_back(static_cast<double>(born) - static_cast<double>(ended));
  return growth_of(under_way, static_cast<double>(generated));
}

Verdicts verdicts(double load, unsigned cycles, unsigned seeds) {
  Verdicts all;
  for (unsigned seed = 0; seed < seeds; ++seed) {
    const Growth growth = of_queues(load, cycles, 15, seed);
    all.steady += growth.steady(kAtMost) ? 1 : 0;
    all.grows += growth.grows() ? 1 : 0;
  }
  return all;
}

TEST(Growth, OfNothingIsNone) {
  const Growth growth = growth_of(std::vector<double>(26, 0.0), 0);
  EXPECT_EQ(growth.low, 0);
  EXPECT_EQ(growth.high, 0);
  EXPECT_TRUE(growth.steady(kAtMost));
}

TEST(Growth, OfALineIsItsSlope) {
  std::vector<double> line;
  for (unsigned i = 0; i < 6; ++i) line.push_back(7 + 3.0 * i);
  const Growth growth = growth_of(line, 300);
  EXPECT_NEAR(growth.low, 15.0 / 300, 1e-9);
  EXPECT_NEAR(growth.high, 15.0 / 300, 1e-9);
  EXPECT_TRUE(growth.grows());
}

TEST(Growth, OfAFallIsNone) {
  std::vector<double> line;
  for (unsigned i = 0; i < 26; ++i) line.push_back(700 - 3.0 * i);
  EXPECT_FALSE(growth_of(line, 3000).grows());
  EXPECT_TRUE(growth_of(line, 3000).steady(kAtMost));
}

/// One in fifty at most: what is taken for growth only lengthens the run.
TEST(Growth, FalseAlarmsBelowSaturationAreRare) {
  for (const double load : {0.1, 0.5, 0.8, 0.9}) {
    const Verdicts all = verdicts(load, 200, 100);
    EXPECT_LE(all.grows, 100 / 50) << load;
    EXPECT_GE(all.steady, 100 * 9 / 10) << load;
  }
}

/// Such a sample is rarely judged steady, whatever its length.
TEST(Growth, MissesAboveSaturationAreRare) {
  for (const unsigned cycles : {5u, 20u, 200u})
    for (const double load : {1.05, 1.2, 2.0})
      EXPECT_LE(verdicts(load, cycles, 50).steady, 1u) << load << ", " << cycles;
}

/// At saturation a queue wanders: nobody can tell that from growth in a short while.
TEST(Growth, AWanderingQueueIsNoSteadyOne) { EXPECT_LE(verdicts(1.0, 50, 200).steady, 200u / 10); }

TEST(Growth, TextHasBothEnds) { EXPECT_EQ((Growth{-0.0012, 0.003}.text()), "-0.12 ... 0.3 %"); }

}  // namespace
}  // namespace gf::platforms::network::growth_test
