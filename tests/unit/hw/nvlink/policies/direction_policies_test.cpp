// SPDX-License-Identifier: Apache-2.0
// Holds: hw/nvlink/policies/list.cpp hw/nvlink/policies/direction_policy_if.h
// What each policy wishes for a sample, on both sides of its limits.
#include "hw/nvlink/policies/direction_policies.h"

#include <gmock/gmock.h>

namespace gf::hw::nvlink::policies_test {
namespace {

DirectionSample direction(double busy, unsigned lanes, std::uint64_t queued = 0) {
  DirectionSample sample;
  sample.busy = busy;
  sample.lanes = lanes;
  sample.bytes = static_cast<std::uint64_t>(busy * lanes * 8e9 * 5e-6);
  sample.queued_bytes = queued;
  return sample;
}
LinkSample both(const DirectionSample& out, const DirectionSample& in) { return {out, in, 5e-6}; }

TEST(PaperPolicy, TurnsOneLaneToTheSaturatedDirection) {
  PaperPolicy policy{PolicySettings{}};
  EXPECT_EQ(policy.lanes_to_out(both(direction(1, 8), direction(0, 8))), 1);
  EXPECT_EQ(policy.lanes_to_out(both(direction(0, 8), direction(1, 8))), -1);
  EXPECT_EQ(policy.lanes_to_out(both(direction(1, 8), direction(1, 8))), 0);
  EXPECT_EQ(policy.lanes_to_out(both(direction(0.5, 8), direction(0.5, 8))), 0);
}

TEST(PaperPolicy, SaturatedIsNinetyNinePerCent) {
  PaperPolicy policy{PolicySettings{}};
  EXPECT_EQ(policy.lanes_to_out(both(direction(0.99, 8), direction(0.2, 8))), 1);
  EXPECT_EQ(policy.lanes_to_out(both(direction(0.9899, 8), direction(0.2, 8))), 0);
}

TEST(PaperPolicy, ThresholdIsOneGigabyteASecondFree) {
  PaperPolicy policy{PolicySettings{}};
  // 4 lanes are 32 GB/s: 1 GB/s free is 1/32.
  EXPECT_EQ(policy.lanes_to_out(both(direction(1, 12), direction(1 - 1.01 / 32, 4))), 1);
  EXPECT_EQ(policy.lanes_to_out(both(direction(1, 12), direction(1 - 0.99 / 32, 4))), 0);
}

TEST(PaperPolicy, ADeadBandKeepsTheLaneThatWouldBeMissed) {
  // One-way reads on 14 : 2 lanes: requests keep two lanes busy for 78 % of the time.
  const LinkSample reads = both(direction(0.78, 2), direction(1, 14));
  EXPECT_EQ(PaperPolicy{PolicySettings{}}.lanes_to_out(reads), -1);
  PolicySettings settings;
  settings.dead_band = 0.05;
  PaperPolicy policy{settings};
  EXPECT_EQ(policy.lanes_to_out(reads), 0);
  // 3 lanes that would be 2: 0.95 of two lanes' time is 0.6333 of three's.
  EXPECT_EQ(policy.lanes_to_out(both(direction(0.633, 3), direction(1, 13))), -1);
  EXPECT_EQ(policy.lanes_to_out(both(direction(0.634, 3), direction(1, 13))), 0);
}

TEST(ProportionalPolicy, SharesLanesAsDemandAsks) {
  ProportionalPolicy policy{PolicySettings{}};
  EXPECT_EQ(policy.lanes_to_out(both(direction(1, 8), direction(0, 8))), 7);
  EXPECT_EQ(policy.lanes_to_out(both(direction(0, 8), direction(1, 8))), -7);
  // 64 GB/s against 32: 16 x 64 / 96 = 10.7 lanes.
  EXPECT_EQ(policy.lanes_to_out(both(direction(1, 8), direction(0.5, 8))), 3);
  EXPECT_EQ(policy.lanes_to_out(both(direction(0.9, 8), direction(0, 8))), 0);
  EXPECT_EQ(policy.lanes_to_out(both(direction(1, 8), direction(1, 8))), 0);
}

TEST(ProportionalPolicy, CountsWhatWaits) {
  ProportionalPolicy policy{PolicySettings{}};
  // 320,000 B sent and as many waiting, against 160,000 B: 12.8 lanes.
  EXPECT_EQ(policy.lanes_to_out(both(direction(1, 8, 320'000), direction(0.5, 8))), 5);
}

TEST(ProportionalPolicy, AtLeastOneLaneWhereOneIsWanted) {
  ProportionalPolicy policy{PolicySettings{}};
  EXPECT_EQ(policy.lanes_to_out(both(direction(1, 8), direction(0.97, 8))), 1);
}

LinkSample queues(std::uint64_t out, std::uint64_t in) {
  return both(direction(0.2, 8, out), direction(0.2, 8, in));
}

TEST(QueuePolicy, DoublesItsStepsWhileTheQueueStands) {
  QueuePolicy policy{PolicySettings{}};
  EXPECT_EQ(policy.lanes_to_out(queues(9000, 0)), 1);
  EXPECT_EQ(policy.lanes_to_out(queues(9000, 0)), 2);
  EXPECT_EQ(policy.lanes_to_out(queues(9000, 0)), 4);
  EXPECT_EQ(policy.lanes_to_out(queues(0, 0)), 0);
  EXPECT_EQ(policy.lanes_to_out(queues(9000, 0)), 1);
}

TEST(QueuePolicy, TakesNoLaneThatIsUsed) {
  QueuePolicy policy{PolicySettings{}};
  const auto full = [](double busy) { return both(direction(1, 8, 9000), direction(busy, 8, 0)); };
  EXPECT_EQ(policy.lanes_to_out(full(0.9)), 0);
  EXPECT_EQ(policy.lanes_to_out(full(0.85)), 1);
  EXPECT_EQ(policy.lanes_to_out(full(0.85)), 1);  // two would be one too many
}

TEST(QueuePolicy, LimitsOfAQueue) {
  QueuePolicy policy{PolicySettings{}};
  EXPECT_EQ(policy.lanes_to_out(queues(1023, 0)), 0);
  EXPECT_EQ(policy.lanes_to_out(queues(4096, 1024)), 0);  // not more than four times the other
  EXPECT_EQ(policy.lanes_to_out(queues(4097, 1024)), 1);
  policy.reset();
  EXPECT_EQ(policy.lanes_to_out(queues(1024, 0)), 1);
}

TEST(QueuePolicy, TurnsBackAfterTwoSamplesOnly) {
  QueuePolicy policy{PolicySettings{}};
  EXPECT_EQ(policy.lanes_to_out(queues(9000, 0)), 1);
  EXPECT_EQ(policy.lanes_to_out(queues(0, 9000)), 0);
  EXPECT_EQ(policy.lanes_to_out(queues(9000, 0)), 2);  // one sample alone was no change
  EXPECT_EQ(policy.lanes_to_out(queues(0, 9000)), 0);
  EXPECT_EQ(policy.lanes_to_out(queues(0, 9000)), -1);
  EXPECT_EQ(policy.lanes_to_out(queues(0, 9000)), -2);
}

TEST(StaticPolicy, NeverTurns) {
  StaticPolicy policy;
  EXPECT_EQ(policy.lanes_to_out(both(direction(1, 8), direction(0, 8))), 0);
}

}  // namespace
}  // namespace gf::hw::nvlink::policies_test
