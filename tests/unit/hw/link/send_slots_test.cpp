// SPDX-License-Identifier: Apache-2.0
// What the heads at a link wait for, and which of them comes next.
#include "hw/link/send_slots.h"

#include "tests/support/link_bench.h"
#include "tests/support/matchers.h"

namespace gf::hw::link::send_slots_test {
namespace {

using core::Ticks;

model::CreditLimitTable limits() {
  model::CreditLimitTable limits{};
  limits[0] = {2, 8};
  return limits;
}

struct SendSlotsTest : testing::Test {
  SendSlotsTest() : bench(LinkParams(), limits()), slots(bench.tx, 70) {
    sc_core::sc_start(sc_core::SC_ZERO_TIME);  // credit has come
    packet.cost = {1, 8};
  }
  /// Time of each cause, in the order of StallCause.
  std::vector<Ticks> leave(std::size_t slot, unsigned input, Ticks since, Ticks now) {
    const core::StallTimes times = slots.leave(slot, input, since, now);
    return {times.ticks.begin(), times.ticks.end()};
  }

  test::LinkBench bench;
  SendSlots slots;
  model::Packet packet;
};

TEST_F(SendSlotsTest, ComeRoundRobinOverMoreThanAWord) {
  for (const unsigned slot : {3u, 63u, 64u, 69u}) slots.put(slot, packet);
  slots.put(3, packet);
  EXPECT_EQ(slots.occupied(), 4u);
  EXPECT_EQ(slots.next_after(0), 3u);
  EXPECT_EQ(slots.next_after(3), 63u);
  EXPECT_EQ(slots.next_after(63), 64u);
  EXPECT_EQ(slots.next_after(64), 69u);
  EXPECT_EQ(slots.next_after(69), 3u);
  std::vector<std::size_t> seen;
  slots.each([&](std::size_t slot) { seen.push_back(slot); });
  EXPECT_THAT(seen, ElementsAre(3, 63, 64, 69));
  slots.leave(63, 0, 0, 0);
  EXPECT_EQ(slots.next_after(3), 64u);
}

TEST_F(SendSlotsTest, TheRestOfAWaitGoesByTheInputBefore) {
  slots.put(0, packet);
  EXPECT_THAT(leave(0, 5, 10, 30), ElementsAre(0, 0, 0, 0, 20, 0)) << "another input";
  slots.put(0, packet);
  EXPECT_THAT(leave(0, 5, 10, 30), ElementsAre(0, 20, 0, 0, 0, 0)) << "the same";
}

TEST_F(SendSlotsTest, TimeWithoutCreditIsFromLookToLook) {
  slots.put(0, packet);
  bench.tx.credits().take(0, {1, 1});
  EXPECT_FALSE(slots.has_credit(0, 100));
  EXPECT_EQ(slots.lacks_credit(0, 120), core::kNever) << "nothing is under way";
  EXPECT_TRUE(slots.wants_credit());
  bench.tx.credits().give(0, {1, 1}, 150);
  EXPECT_FALSE(slots.has_credit(0, 130));
  EXPECT_EQ(slots.lacks_credit(0, 130), 150u) << "and counts from 120 on";
  EXPECT_TRUE(slots.has_credit(0, 160));
  EXPECT_THAT(leave(0, 5, 110, 180), ElementsAre(40, 0, 0, 0, 30, 0));
}

TEST_F(SendSlotsTest, CausesNeverAddUpToMoreThanTheWait) {
  slots.put(0, packet);
  slots.lacks_credit(0, 0);
  EXPECT_TRUE(slots.has_credit(0, 100));
  slots.lanes_turned(50);
  EXPECT_THAT(leave(0, 5, 0, 120), ElementsAre(100, 0, 20, 0, 0, 0));
  slots.put(0, packet);
  EXPECT_THAT(leave(0, 5, 0, 120), ElementsAre(0, 120, 0, 0, 0, 0)) << "told once";
}

TEST_F(SendSlotsTest, SayWhatCreditTheyWaitFor) {
  packet.payload_bytes = 128;
  slots.put(2, packet);
  std::vector<core::Wait> waits;
  slots.append_waits(waits, "port", {"posted"}, ", or luck");
  ASSERT_EQ(waits.size(), 1u);
  EXPECT_EQ(waits[0].waiter, "port");
  EXPECT_EQ(waits[0].resource,
            "posted credit for 128 B (needs 1 header, 8 data; has 2, 8), or luck");
}

}  // namespace
}  // namespace gf::hw::link::send_slots_test
