// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/mechanisms/default_streams.h"

#include <gtest/gtest.h>
#include <utility>
#include <vector>

#include "tests/support/matchers.h"

namespace gf::test::default_streams_test {
namespace {

using platforms::proact::DefaultStreams;
using Pair = std::pair<unsigned, unsigned>;

/// Streams of five GPUs, and which copies were started, in order.
struct Streams {
  void issue(unsigned from, unsigned to) {
    streams.issue(from, to, [this, from, to] { started.emplace_back(from, to); });
  }
  DefaultStreams streams{5};
  std::vector<Pair> started;
};

TEST(DefaultStreams, CopiesOfOtherGpusGoSideBySide) {
  Streams bench;
  bench.issue(0, 1);
  bench.issue(2, 3);
  EXPECT_THAT(bench.started, ElementsAre(Pair(0, 1), Pair(2, 3)));
}

TEST(DefaultStreams, ACopyWaitsForAllThatWasIssuedToEitherGpuBefore) {
  Streams bench;
  bench.issue(0, 1);
  bench.issue(2, 3);
  bench.issue(1, 2);
  bench.streams.done(0, 1);
  EXPECT_EQ(bench.started.size(), 2u);  // GPU 2 still copies to 3
  bench.streams.done(2, 3);
  EXPECT_THAT(bench.started, ElementsAre(Pair(0, 1), Pair(2, 3), Pair(1, 2)));
}

TEST(DefaultStreams, WhatIsIssuedAfterItWaitsThoughItsGpusAreIdle) {
  Streams bench;
  bench.issue(0, 1);
  bench.issue(1, 2);
  bench.issue(2, 3);  // both idle, but 1 -> 2 was issued to GPU 2 before
  EXPECT_THAT(bench.started, ElementsAre(Pair(0, 1)));
  bench.streams.done(0, 1);
  EXPECT_THAT(bench.started, ElementsAre(Pair(0, 1), Pair(1, 2)));
  bench.streams.done(1, 2);
  EXPECT_EQ(bench.started.back(), Pair(2, 3));
}

TEST(DefaultStreams, CopiesOfAPairGoOneAfterTheOtherEachWayInTurn) {
  Streams bench;
  bench.issue(0, 1);
  bench.issue(1, 0);
  bench.issue(0, 1);
  const std::vector<Pair> order = {{0, 1}, {1, 0}, {0, 1}};
  for (std::size_t n = 0; n < order.size(); ++n) {
    ASSERT_EQ(bench.started.size(), n + 1);
    EXPECT_EQ(bench.started[n], order[n]);
    bench.streams.done(order[n].first, order[n].second);
  }
}

TEST(DefaultStreams, OneEndMayStartTwo) {
  Streams bench;
  bench.issue(0, 1);
  bench.issue(0, 2);
  bench.issue(1, 3);
  bench.streams.done(0, 1);
  EXPECT_THAT(bench.started, ElementsAre(Pair(0, 1), Pair(0, 2), Pair(1, 3)));
}

}  // namespace
}  // namespace gf::test::default_streams_test
