// SPDX-License-Identifier: Apache-2.0
#include "explain/link_ledger.h"

#include "tests/support/matchers.h"

namespace gf::core::link_ledger_test {
namespace {

struct Book : testing::Test {
  /// A packet of `flow` was the first of its queue from `ready`, and held the link in [start,
  /// free).
  void carry(HopJournal::Number flow, Ticks ready, Ticks start, Ticks free) {
    HopJournal::Hop hop;
    hop.flow = flow;
    hop.link = 1;
    hop.arrived = hop.ready = ready;
    hop.start = start;
    hop.free = hop.there = free;
    ledger.leaves(hop);
  }
  LinkTimes at(Ticks end) const {
    LinkTimes times = ledger.times(1, end);
    Ticks sum = times.replaying + times.turning + times.no_credit + times.nothing;
    for (const auto& [flow, ticks] : times.carried) sum += ticks;
    EXPECT_EQ(sum, end);
    return times;
  }
  LinkLedger ledger;
};

TEST_F(Book, AnUnusedLinkHadNothingToSend) {
  EXPECT_EQ(at(100).nothing, 100u);
  EXPECT_EQ(ledger.times(7, 100).nothing, 100u);
}

TEST_F(Book, PacketsAreTheirFlows) {
  carry(4, 10, 10, 30);
  carry(5, 20, 30, 40);
  carry(4, 60, 60, 80);
  const LinkTimes times = at(100);
  EXPECT_THAT(times.carried, ElementsAre(Pair(4, 40), Pair(5, 10)));
  EXPECT_EQ(times.nothing, 50u);
  EXPECT_EQ(times.no_credit, 0u);
}

TEST_F(Book, AnIdleLinkWithAHeadLacksCredit) {
  carry(4, 0, 0, 10);
  carry(4, 10, 50, 60);
  EXPECT_EQ(at(60).no_credit, 40u);
  EXPECT_EQ(at(60).nothing, 0u);
}

TEST_F(Book, AHeadThatLeavesLaterClaimsTheIdleTimesBeforeOthers) {
  // A request lacks credit from 5 to 70; responses pass it.
  carry(4, 20, 20, 30);
  carry(4, 40, 40, 50);
  EXPECT_EQ(at(50).nothing, 30u);
  carry(9, 5, 70, 80);
  const LinkTimes times = at(80);
  EXPECT_EQ(times.nothing, 5u);
  EXPECT_EQ(times.no_credit, 15u + 10 + 20);
  EXPECT_THAT(times.carried, ElementsAre(Pair(4, 20), Pair(9, 10)));
}

TEST_F(Book, TwoHeadsDoNotClaimTheSameTimeTwice) {
  carry(4, 10, 50, 60);
  carry(9, 20, 60, 70);
  EXPECT_EQ(at(70).no_credit, 40u);
  EXPECT_EQ(at(70).nothing, 10u);
}

TEST_F(Book, TurningLanesCostWhatWaited) {
  carry(4, 0, 0, 10);
  ledger.link_lost(1, 20, 40, StallCause::kLaneTurning);
  carry(4, 30, 45, 50);  // there from 30 on: lanes turned until 40, then it lacked credit
  const LinkTimes times = at(50);
  EXPECT_EQ(times.turning, 10u);
  EXPECT_EQ(times.no_credit, 5u);
  EXPECT_EQ(times.nothing, 20u);
}

TEST_F(Book, ReplaysBeginBehindThePacketUnderWay) {
  carry(4, 0, 0, 10);
  carry(4, 10, 10, 20);
  ledger.link_lost(1, 15, 40, StallCause::kReplay);
  carry(4, 20, 40, 50);
  const LinkTimes times = at(50);
  EXPECT_EQ(times.replaying, 20u);
  EXPECT_THAT(times.carried, ElementsAre(Pair(4, 30)));
  EXPECT_EQ(times.no_credit + times.nothing, 0u);
}

TEST_F(Book, APacketUnderWayCountsToTheEnd) {
  carry(4, 0, 0, 10);
  carry(5, 10, 10, 30);
  EXPECT_THAT(at(25).carried, ElementsAre(Pair(4, 10), Pair(5, 15)));
}

TEST_F(Book, ForgetsTheOldestIdleTimes) {
  const std::size_t packets = LinkLedger::kMostGaps + 10;
  for (std::size_t n = 0; n < packets; ++n) carry(4, 10 * n + 5, 10 * n + 5, 10 * n + 10);
  EXPECT_EQ(at(10 * packets).nothing, 5 * packets);
  carry(9, 0, 10 * packets, 10 * packets + 1);
  EXPECT_EQ(at(10 * packets + 1).no_credit, 5 * LinkLedger::kMostGaps);
}

}  // namespace
}  // namespace gf::core::link_ledger_test
