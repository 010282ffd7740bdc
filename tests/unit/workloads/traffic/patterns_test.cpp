// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/traffic/traffic_if.h
#include "workloads/traffic/patterns.h"

#include <set>

#include "core/base/error.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::model::patterns_test {
namespace {

std::unique_ptr<TrafficIf> traffic(const std::string& pattern, unsigned nodes = 72,
                                   unsigned nodes_per_group = 8) {
  TrafficSettings settings;
  settings.pattern = pattern;
  settings.nodes = nodes;
  settings.nodes_per_group = nodes_per_group;
  return make_traffic(settings);
}

class AnyPattern : public testing::TestWithParam<std::string> {};

bool fits(const std::string& pattern, unsigned nodes) {
  if (pattern == "shuffle") return nodes % 2 == 0;
  return pattern != "transpose" || nodes == 9 || nodes == 64;
}

TEST_P(AnyPattern, StaysInTheNetwork) {
  for (unsigned nodes : {2u, 9u, 64u, 72u, 1056u}) {
    if (!fits(GetParam(), nodes)) continue;
    const auto pattern = traffic(GetParam(), nodes, nodes == 9 ? 3 : 2);
    core::RandomStream random(1, "test");
    for (unsigned src = 0; src < nodes; ++src) EXPECT_LT(pattern->destination(src, random), nodes);
  }
}
INSTANTIATE_TEST_SUITE_P(Names, AnyPattern, testing::ValuesIn(traffic_names()));

class OneToOne : public testing::TestWithParam<std::string> {};

TEST_P(OneToOne, EveryNodeReceivesFromOne) {
  for (unsigned nodes : {8u, 9u, 64u, 72u, 73u}) {
    if (!fits(GetParam(), nodes)) continue;
    const std::vector<unsigned> all = fixed_destinations(GetParam(), nodes, 3);
    EXPECT_EQ(std::set<unsigned>(all.begin(), all.end()).size(), nodes);
  }
}
INSTANTIATE_TEST_SUITE_P(Names, OneToOne,
                         testing::Values("bitcomp", "transpose", "tornado", "shuffle",
                                         "permutation"));

TEST(Traffic, FixedPatternsAreTheirFormulas) {
  EXPECT_THAT(fixed_destinations("bitcomp", 4, 1), ElementsAre(3, 2, 1, 0));
  EXPECT_THAT(fixed_destinations("bitcomp", 5, 1), ElementsAre(4, 3, 2, 1, 0));
  EXPECT_THAT(fixed_destinations("transpose", 9, 1), ElementsAre(0, 3, 6, 1, 4, 7, 2, 5, 8));
  EXPECT_THAT(fixed_destinations("tornado", 5, 1), ElementsAre(2, 3, 4, 0, 1));
  EXPECT_THAT(fixed_destinations("tornado", 8, 1), ElementsAre(3, 4, 5, 6, 7, 0, 1, 2));
  EXPECT_THAT(fixed_destinations("shuffle", 8, 1), ElementsAre(0, 2, 4, 6, 1, 3, 5, 7));
  EXPECT_THAT(fixed_destinations("shuffle", 6, 1), ElementsAre(0, 2, 4, 1, 3, 5));
}

/// The 64 nodes of the default fat tree, HyperX and torus: what the patterns do to six bits.
TEST(Traffic, OfAPowerOfTwoPatternsMoveBits) {
  const auto bitcomp = fixed_destinations("bitcomp", 64, 1);
  const auto transpose = fixed_destinations("transpose", 64, 1);
  const auto shuffle = fixed_destinations("shuffle", 64, 1);
  for (unsigned n = 0; n < 64; ++n) {
    EXPECT_EQ(bitcomp[n], ~n & 63u);
    EXPECT_EQ(transpose[n], (n >> 3 | n << 3) & 63u);
    EXPECT_EQ(shuffle[n], (n >> 5 | n << 1) & 63u);
  }
}

TEST(Traffic, AnotherSeedIsAnotherPermutation) {
  EXPECT_EQ(fixed_destinations("permutation", 64, 1), fixed_destinations("permutation", 64, 1));
  EXPECT_NE(fixed_destinations("permutation", 64, 1), fixed_destinations("permutation", 64, 2));
}

std::string refusal(const std::string& pattern, unsigned nodes) {
  return test::refusal_of([&] { traffic(pattern, nodes); });
}

TEST(Traffic, ANetworkThatAPatternDoesNotFitIsRefused) {
  EXPECT_THAT(refusal("transpose", 72),
              AllOf(HasSubstr("traffic = transpose"), HasSubstr("a square number of nodes"),
                    HasSubstr("this network has 72 nodes; 8 x 8 = 64 would do")));
  EXPECT_THAT(refusal("shuffle", 73),
              AllOf(HasSubstr("traffic = shuffle"), HasSubstr("an even number of nodes"),
                    HasSubstr("73 nodes; 74 would do")));
  for (const char* pattern : {"bitcomp", "tornado", "permutation"})
    EXPECT_EQ(refusal(pattern, 73), "") << pattern;
}

TEST(Traffic, WorstCaseFillsTheNextGroup) {
  const auto wc = traffic("wc");
  core::RandomStream random(1, "test");
  std::set<unsigned> seen;
  for (int i = 0; i < 500; ++i) seen.insert(wc->destination(71, random));
  EXPECT_EQ(*seen.rbegin(), 7u) << "the last group sends to the first";
  EXPECT_EQ(seen.size(), 8u);
}

TEST(Traffic, HotspotTakesItsPart) {
  TrafficSettings settings;
  settings.pattern = "hotspot";
  settings.nodes = 100;
  settings.hotspot_node = 42;
  settings.hotspot_part = 0.3;
  const auto hotspot = make_traffic(settings);
  core::RandomStream random(1, "test");
  int hits = 0;
  for (int i = 0; i < 10'000; ++i) hits += hotspot->destination(1, random) == 42 ? 1 : 0;
  EXPECT_NEAR(hits / 10'000.0, 0.3 + 0.7 / 100, 0.02);
  settings.hotspot_node = 100;
  EXPECT_THROW(make_traffic(settings), core::UserError);
}

TEST(Traffic, UnknownPatternListsTheKnownOnes) {
  EXPECT_THAT(test::error_of([] { traffic("storm"); }), HasSubstr("uniform, wc, bitcomp"));
}

}  // namespace
}  // namespace gf::model::patterns_test
