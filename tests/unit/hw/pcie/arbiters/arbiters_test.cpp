// SPDX-License-Identifier: Apache-2.0
// Holds: hw/pcie/arbiters/arbiter_policies.h hw/pcie/port/arbiter_if.h
#include <algorithm>
#include <deque>
#include <map>

#include "core/base/random.h"
#include "hw/pcie/port/arbiter_if.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::hw::pcie::arbiters_test {
namespace {

Tlp tlp_of(core::Ticks arrived, std::uint32_t payload = 256, TlpClass tlp_class = kPosted) {
  Tlp tlp;
  tlp.arrived = arrived;
  tlp.payload_bytes = payload;
  tlp.credit_class = tlp_class;
  return tlp;
}

std::unique_ptr<ArbiterIf> make(const std::string& policy, unsigned inputs,
                                std::vector<unsigned> weights = {}, std::uint32_t cost = 0) {
  return make_arbiter({policy, inputs, std::move(weights), cost}, "sw.egress_0");
}

/// Inputs in the order served, `rounds` times, when each of `heads` always has such a head.
std::vector<unsigned> serve(ArbiterIf& arbiter, const std::vector<std::pair<unsigned, Tlp*>>& heads,
                            unsigned rounds) {
  std::vector<Candidate> candidates;
  for (const auto& [input, tlp] : heads) {
    candidates.push_back({static_cast<std::uint16_t>(input), tlp});
  }
  std::vector<unsigned> order;
  for (unsigned i = 0; i < rounds; ++i) {
    const std::size_t choice = arbiter.pick(candidates);
    arbiter.granted(candidates.at(choice));
    order.push_back(candidates[choice].input);
  }
  return order;
}

std::map<unsigned, unsigned> tally(const std::vector<unsigned>& order) {
  std::map<unsigned, unsigned> counts;
  for (unsigned input : order) ++counts[input];
  return counts;
}

TEST(Arbiters, UnknownNameListsTheKnownOnes) {
  EXPECT_THAT(test::error_of([] { make("fair", 2); }),
              AllOf(HasSubstr("sw.egress_0"), HasSubstr("fair"), HasSubstr("round_robin"),
                    HasSubstr("oldest_first"), HasSubstr("fixed")));
}

TEST(Arbiters, EveryListedNameIsMade) {
  for (const std::string& name : arbiter_registry().names())
    EXPECT_NE(make(name, 3), nullptr) << name;
}

TEST(Arbiters, WeightsOutOfRangeAreRefused) {
  EXPECT_THAT(test::error_of([] {
                make("weighted_round_robin", 2, {1, 0});
              }),
              AllOf(HasSubstr("weights"), HasSubstr("1 ... 1024")));
  EXPECT_THAT(test::error_of([] { make("weighted_round_robin", 2, {1025}); }), HasSubstr("1025"));
}

class AnyArbiter : public testing::TestWithParam<std::string> {};

TEST_P(AnyArbiter, PicksOneOfTheCandidates) {
  core::RandomStream random(1, GetParam());
  const auto arbiter = make(GetParam(), 9, {3, 1, 4}, 100);
  for (int round = 0; round < 2000; ++round) {
    std::deque<Tlp> tlps;
    std::vector<Candidate> candidates;
    for (std::uint16_t input = 0; input < 9; ++input) {
      for (const TlpClass c : {kPosted, kNonPosted, kCompletion}) {
        if (random.below(4) != 0) continue;
        tlps.push_back(tlp_of(random.below(50), static_cast<std::uint32_t>(random.below(257)), c));
        candidates.push_back({input, &tlps.back()});
      }
    }
    if (candidates.empty()) continue;
    const std::size_t choice = arbiter->pick(candidates);
    ASSERT_LT(choice, candidates.size());
    arbiter->granted(candidates[choice]);
  }
}

TEST_P(AnyArbiter, OldestHeadOfAnInputFirst) {
  Tlp write = tlp_of(20, 256, kPosted);
  Tlp read = tlp_of(10, 0, kNonPosted);
  Tlp completion = tlp_of(15, 64, kCompletion);
  const auto arbiter = make(GetParam(), 1);
  EXPECT_EQ(arbiter->pick({{0, &write}, {0, &read}, {0, &completion}}), 1u);
  EXPECT_EQ(arbiter->pick({{0, &write}, {0, &completion}}), 1u);
  EXPECT_EQ(arbiter->pick({{0, &write}}), 0u);
}

INSTANTIATE_TEST_SUITE_P(All, AnyArbiter, testing::ValuesIn(arbiter_registry().names()),
                         [](const auto& info) { return info.param; });

TEST(FixedPriority, LowestInputStarvesTheOthers) {
  Tlp a = tlp_of(9);
  Tlp b = tlp_of(1);
  EXPECT_THAT(serve(*make("fixed", 2), {{0, &a}, {1, &b}}, 4), ElementsAre(0, 0, 0, 0));
}

TEST(RoundRobin, NextInputAfterTheLast) {
  Tlp tlp = tlp_of(0);
  const auto arbiter = make("round_robin", 4);
  EXPECT_THAT(serve(*arbiter, {{0, &tlp}, {2, &tlp}, {3, &tlp}}, 7),
              ElementsAre(0, 2, 3, 0, 2, 3, 0));
  EXPECT_THAT(serve(*arbiter, {{1, &tlp}, {2, &tlp}}, 3), ElementsAre(1, 2, 1));
}

TEST(RoundRobin, ClassesOfOneInputCountAsOne) {
  Tlp write = tlp_of(5, 256, kPosted);
  Tlp read = tlp_of(3, 0, kNonPosted);
  const auto order = serve(*make("round_robin", 2), {{0, &write}, {0, &read}, {1, &write}}, 100);
  EXPECT_EQ(tally(order)[0], 50u);
  EXPECT_EQ(tally(order)[1], 50u);
}

TEST(OldestFirst, EarliestArrivalTiesToTheLowestInput) {
  Tlp old = tlp_of(1);
  Tlp middle = tlp_of(5);
  Tlp tie = tlp_of(5);
  const auto arbiter = make("oldest_first", 3);
  EXPECT_EQ(arbiter->pick({{0, &middle}, {1, &old}, {2, &tie}}), 1u);
  EXPECT_EQ(arbiter->pick({{0, &middle}, {2, &tie}}), 0u);
  EXPECT_EQ(arbiter->pick({{1, &tie}, {2, &middle}}), 0u);
}

TEST(OldestFirst, NobodyStarves) {
  // Each input's next head arrives as the last one leaves: the order is the order of arrival.
  Tlp heads[3] = {tlp_of(0), tlp_of(1), tlp_of(2)};
  const auto arbiter = make("oldest_first", 3);
  std::vector<unsigned> order;
  for (core::Ticks now = 3; now < 303; ++now) {
    const std::vector<Candidate> candidates = {{0, &heads[0]}, {1, &heads[1]}, {2, &heads[2]}};
    const std::size_t choice = arbiter->pick(candidates);
    order.push_back(static_cast<unsigned>(choice));
    heads[choice].arrived = now;
  }
  for (const auto& [input, count] : tally(order)) EXPECT_EQ(count, 100u) << input;
}

TEST(WeightedRoundRobin, SharesBytesByWeight) {
  Tlp tlp = tlp_of(0);
  const auto order =
      serve(*make("weighted_round_robin", 3, {1, 2, 5}), {{0, &tlp}, {1, &tlp}, {2, &tlp}}, 8000);
  EXPECT_NEAR(tally(order)[0], 1000, 2);
  EXPECT_NEAR(tally(order)[1], 2000, 2);
  EXPECT_NEAR(tally(order)[2], 5000, 2);
}

TEST(WeightedRoundRobin, MissingWeightsAreOneAndSmallPacketsGetTheSameBytes) {
  Tlp large = tlp_of(0, 256);
  Tlp small = tlp_of(0, 64);
  const auto counts =
      tally(serve(*make("weighted_round_robin", 2), {{0, &large}, {1, &small}}, 5000));
  EXPECT_NEAR(counts.at(0), 1000, 2);
  EXPECT_NEAR(counts.at(1), 4000, 2);
}

TEST(WeightedRoundRobin, PacketCostFavoursLargePackets) {
  Tlp large = tlp_of(0, 256);
  Tlp small = tlp_of(0, 64);
  // Prices of 512 and 320 a packet: 320 large ones to 512 small ones.
  const auto counts =
      tally(serve(*make("weighted_round_robin", 2, {}, 256), {{0, &large}, {1, &small}}, 8320));
  EXPECT_NEAR(counts.at(0), 3200, 4);
  EXPECT_NEAR(counts.at(1), 5120, 4);
}

TEST(WeightedRoundRobin, IdlenessSavesNothingUp) {
  Tlp tlp = tlp_of(0);
  const auto arbiter = make("weighted_round_robin", 2);
  serve(*arbiter, {{0, &tlp}}, 1000);  // input 1 idle
  const auto counts = tally(serve(*arbiter, {{0, &tlp}, {1, &tlp}}, 100));
  EXPECT_NEAR(counts.at(0), 50, 1);
  EXPECT_NEAR(counts.at(1), 50, 1);
}

TEST(WeightedRoundRobin, TiesGoToTheLowestInput) {
  Tlp tlp = tlp_of(0);
  EXPECT_THAT(serve(*make("weighted_round_robin", 3), {{0, &tlp}, {1, &tlp}, {2, &tlp}}, 6),
              ElementsAre(0, 1, 2, 0, 1, 2));
}

}  // namespace
}  // namespace gf::hw::pcie::arbiters_test
