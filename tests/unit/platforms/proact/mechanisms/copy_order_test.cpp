// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/mechanisms/copy_order.h"

#include <gtest/gtest.h>
#include <set>

#include "platforms/proact/mechanisms/default_streams.h"
#include "tests/support/matchers.h"

namespace gf::test::copy_order_test {
namespace {

using platforms::proact::copy_order;
using platforms::proact::CopyOrder;
using Pair = std::pair<unsigned, unsigned>;

TEST(CopyOrder, AsksForEachPairOnce) {
  for (const char* name : {"tournament", "by_source", "by_distance"}) {
    for (const unsigned gpus : {2u, 3u, 4u, 7u, 16u}) {
      const CopyOrder order = copy_order(name, gpus);
      const std::set<Pair> pairs(order.begin(), order.end());
      EXPECT_EQ(order.size(), gpus * (gpus - 1)) << name;
      EXPECT_EQ(pairs.size(), order.size()) << name;
      for (const auto& [from, to] : pairs) EXPECT_TRUE(from != to && from < gpus && to < gpus);
    }
  }
}

TEST(CopyOrder, LoopsAreInTheirOrder) {
  EXPECT_THAT(copy_order("by_source", 3),
              ElementsAre(Pair(0, 1), Pair(0, 2), Pair(1, 0), Pair(1, 2), Pair(2, 0), Pair(2, 1)));
  EXPECT_THAT(copy_order("by_distance", 3),
              ElementsAre(Pair(0, 1), Pair(1, 2), Pair(2, 0), Pair(0, 2), Pair(1, 0), Pair(2, 1)));
}

/// How many copies last one after the other in default streams, if all take the same time and calls
/// take none.
unsigned steps(const char* name, unsigned gpus) {
  platforms::proact::DefaultStreams streams(gpus);
  std::vector<Pair> started;
  for (const auto& [from, to] : copy_order(name, gpus))
    streams.issue(from, to, [&started, from = from, to = to] { started.emplace_back(from, to); });
  unsigned count = 0;
  for (; !started.empty(); ++count)
    for (const auto& [from, to] : std::exchange(started, {})) streams.done(from, to);
  return count;
}

// docs/fidelity.md, "Order of calls", has them as multiples of the region: steps / GPUs.
TEST(CopyOrder, TakesAsLongInDefaultStreamsAsItsCopiesWaitForEachOther) {
  const auto of = [](const char* name) {
    std::vector<unsigned> all;
    for (const unsigned gpus : {2u, 3u, 4u, 5u, 6u, 8u, 16u}) all.push_back(steps(name, gpus));
    return all;
  };
  EXPECT_THAT(of("tournament"), ElementsAre(2, 6, 6, 10, 10, 14, 30));
  EXPECT_THAT(of("by_source"), ElementsAre(2, 6, 11, 18, 26, 47, 191));
  EXPECT_THAT(of("by_distance"), ElementsAre(2, 6, 10, 15, 20, 32, 86));
}

}  // namespace
}  // namespace gf::test::copy_order_test
