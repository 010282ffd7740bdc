// SPDX-License-Identifier: Apache-2.0
#include "workloads/collectives/channel_compare.h"

#include "tests/support/matchers.h"

namespace gf::model::channel_compare_test {
namespace {

ChannelGraph rings(const std::vector<std::vector<unsigned>>& orders) {
  ChannelGraph graph;
  for (const auto& order : orders) graph.channels.push_back({order, {}, {}});
  return graph;
}

TEST(ChannelCompare, RingsTurnAndChainsDoNot) {
  EXPECT_EQ(match_of({0, 1, 2, 3}, {2, 3, 0, 1}, true), ChannelMatch::kSame);
  EXPECT_EQ(match_of({0, 1, 2, 3}, {1, 0, 3, 2}, true), ChannelMatch::kReversed);
  EXPECT_EQ(match_of({0, 1, 2, 3}, {0, 2, 1, 3}, true), ChannelMatch::kNone);
  EXPECT_EQ(match_of({0, 1, 2, 3}, {2, 3, 0, 1}, false), ChannelMatch::kNone);
  EXPECT_EQ(match_of({0, 1, 2, 3}, {3, 2, 1, 0}, false), ChannelMatch::kReversed);
  EXPECT_EQ(match_of({0, 1}, {0, 1, 2}, true), ChannelMatch::kNone);
}

TEST(ChannelCompare, EachChannelHasOnePartner) {
  const auto pairs = compare_channels(rings({{0, 1, 2, 3}, {0, 1, 2, 3}, {0, 2, 1, 3}}),
                                      rings({{0, 3, 2, 1}, {1, 2, 3, 0}}));
  ASSERT_EQ(pairs.size(), 3u);
  EXPECT_EQ(pairs[0].second, 1u) << "the same before the reversed";
  EXPECT_EQ(pairs[0].match, ChannelMatch::kSame);
  EXPECT_EQ(pairs[1].second, 0u);
  EXPECT_EQ(pairs[1].match, ChannelMatch::kReversed);
  EXPECT_EQ(pairs[2].first, 2u);
  EXPECT_FALSE(pairs[2].second);
}

TEST(ChannelCompare, BetweenNodesTheFirstGpuMatters) {
  ChannelGraph leaving = rings({{0, 1, 2, 3}});
  leaving.channels[0].entry = leaving.channels[0].exit = 0;
  const auto pairs = compare_channels(leaving, rings({{1, 2, 3, 0}}));
  EXPECT_THAT(pairs, SizeIs(2));
}

}  // namespace
}  // namespace gf::model::channel_compare_test
