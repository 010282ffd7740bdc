// SPDX-License-Identifier: Apache-2.0
// Holds: explain/hop_history.h
#include "explain/wait_walk.h"

#include "tests/support/matchers.h"

namespace gf::core::wait_walk_test {
namespace {

constexpr HopJournal::Number kOwn = 0, kOther = 1, kThird = 2, kFourth = 3;

class WaitWalkTest : public testing::Test {
 protected:
  /// A packet's hop from `queue` by `link`, that holds the link for `span`.
  HopJournal::Hop hop(std::uint64_t key, HopJournal::Number flow, HopJournal::Number queue,
                      HopJournal::Number link, Ticks arrived, Ticks ready, Ticks start,
                      StallCause cause = StallCause::kLinkBusy, Ticks span = 10) {
    HopJournal::Hop made;
    made.key = key;
    made.flow = flow;
    made.queue = queue;
    made.link = link;
    made.arrived = arrived;
    made.ready = ready;
    made.start = start;
    made.free = made.there = start + span;
    made.place = hops_[key]++;
    if (start > ready) made.waited.add(cause, start - ready);
    history.add(made);
    return made;
  }
  WaitTimes waits(const HopJournal::Hop& hop) {
    WaitTimes times;
    WaitWalk walk(history, kOwn, [&](const WaitChain& chain, Ticks span) { times[chain] += span; });
    walk.wait_of(hop, static_cast<WaitWalk::Date>(hop.arrived),
                 static_cast<WaitWalk::Date>(hop.start));
    return times;
  }

  HopHistory history;

 private:
  std::map<std::uint64_t, unsigned> hops_;
};

TEST_F(WaitWalkTest, ALinkThatCarriesOthersAndItsOwn) {
  hop(1, kOther, 5, 9, 0, 0, 0);
  hop(2, kOwn, 4, 9, 0, 0, 10);
  const auto last = hop(3, kOwn, 3, 9, 5, 5, 20);
  EXPECT_THAT(waits(last), ElementsAre(Pair(WaitChain{{WaitStep::kOwn, 9, kOwn}}, 10),
                                       Pair(WaitChain{{WaitStep::kShared, 9, kOther}}, 5)));
}

TEST_F(WaitWalkTest, BehindAPacketForAnotherLink) {
  hop(1, kThird, 6, 8, 0, 0, 0);
  hop(2, kOther, 3, 8, 0, 0, 10);
  const auto last = hop(3, kOwn, 3, 9, 4, 15, 15);  // reading out the other one takes 5
  EXPECT_THAT(
      waits(last),
      ElementsAre(
          Pair(WaitChain{{WaitStep::kBehind, 3, kOther}, {WaitStep::kShared, 8, kThird}}, 6),
          Pair(WaitChain{{WaitStep::kReadOut, 3, kOther}}, 5)));
}

TEST_F(WaitWalkTest, NoCreditIsExplainedByTheFullBufferAsLongBeforeAsTheCreditTook) {
  // A packet of another flow fills the buffer, queue 7, and waits for link 2 until 40.
  hop(1, kOther, 5, 1, 0, 0, 0);
  hop(9, kThird, 6, 2, 20, 20, 30);
  hop(1, kOther, 7, 2, 15, 15, 40);
  history.add_credit(1, 0, 40, 46);
  const auto last = hop(2, kOwn, 4, 1, 36, 36, 46, StallCause::kNoCredit);
  EXPECT_THAT(waits(last), ElementsAre(Pair(WaitChain{{WaitStep::kNoCredit, 1, HopJournal::kNone},
                                                      {WaitStep::kFull, 7, HopJournal::kNone},
                                                      {WaitStep::kShared, 2, kThird}},
                                            10)));
}

TEST_F(WaitWalkTest, CreditsOfAnEmptyBufferAreOnTheirWay) {
  hop(1, kOwn, 4, 1, 0, 0, 0);
  history.add_credit(1, 0, 12, 30);
  const auto last = hop(2, kOwn, 4, 1, 10, 10, 30, StallCause::kNoCredit);
  EXPECT_THAT(waits(last), ElementsAre(Pair(WaitChain{{WaitStep::kNoCredit, 1, HopJournal::kNone},
                                                      {WaitStep::kCredits, 1, kOwn}},
                                            20)));
}

TEST_F(WaitWalkTest, QueuesThatShareABufferAreAskedByThePlacesThatTheyHold) {
  // Behind link 1 two queues share a buffer: 7 leaves by link 2, which carries others, 8 by link 3,
  // which is free. Two packets stand in 7; one after the other comes through 8.
  hop(1, kThird, 5, 1, 0, 0, 0);
  hop(2, kThird, 5, 1, 0, 0, 10);
  for (std::uint64_t i = 0; i < 4; ++i)
    hop(20 + i, kFourth, 6, 2, 10 + 10 * i, 10 + 10 * i, 20 + 10 * i);
  hop(3, kOther, 5, 1, 0, 0, 20);
  hop(3, kOther, 8, 3, 50, 50, 50);
  hop(1, kThird, 7, 2, 15, 15, 60);
  hop(2, kThird, 7, 2, 20, 60, 70);
  history.add_credit(1, 0, 50, 60);
  // From 30 to 60, moved back by the credit's 10: 20 to 50, in which packet 3 is on its way.
  const auto last = hop(4, kOwn, 4, 1, 30, 30, 60, StallCause::kNoCredit);
  const WaitStep no_credit{WaitStep::kNoCredit, 1, HopJournal::kNone};
  EXPECT_THAT(waits(last),
              ElementsAre(Pair(WaitChain{no_credit,
                                         {WaitStep::kFull, 7, HopJournal::kNone},
                                         {WaitStep::kShared, 2, kFourth}},
                               20),
                          Pair(WaitChain{no_credit, {WaitStep::kCredits, 1, kOther}}, 10)));
}

TEST_F(WaitWalkTest, PlacesOfABufferCountByTheirSize) {
  // As above, but the packet that does not wait is four times as long as each that does.
  hop(1, kThird, 5, 1, 0, 0, 0);
  hop(2, kThird, 5, 1, 0, 0, 10);
  hop(20, kFourth, 6, 2, 20, 20, 20, StallCause::kLinkBusy, 50);
  hop(3, kOther, 5, 1, 0, 0, 20, StallCause::kLinkBusy, 40);
  hop(3, kOther, 8, 3, 65, 65, 65);
  hop(1, kThird, 7, 2, 15, 15, 70);
  hop(2, kThird, 7, 2, 25, 70, 80);
  history.add_credit(1, 0, 60, 90);
  const auto last = hop(4, kOwn, 4, 1, 60, 60, 90, StallCause::kNoCredit);
  WaitTimes times = waits(last);
  const WaitStep no_credit{WaitStep::kNoCredit, 1, HopJournal::kNone};
  EXPECT_EQ((times[{no_credit, {WaitStep::kCredits, 1, kOther}}]), 20u);
  EXPECT_EQ(
      (times[{
          no_credit, {WaitStep::kFull, 7, HopJournal::kNone}, {WaitStep::kShared, 2, kFourth}}]),
      10u);
}

TEST_F(WaitWalkTest, ReplaysTurningLanesAndOrderSayWhatTheyAre) {
  const auto replay = hop(1, kOwn, 4, 1, 0, 0, 7, StallCause::kReplay);
  EXPECT_THAT(waits(replay),
              ElementsAre(Pair(WaitChain{{WaitStep::kReplay, 1, HopJournal::kNone}}, 7)));
  const auto turning = hop(2, kOwn, 5, 2, 0, 0, 8, StallCause::kLaneTurning);
  EXPECT_THAT(waits(turning),
              ElementsAre(Pair(WaitChain{{WaitStep::kTurning, 2, HopJournal::kNone}}, 8)));
  const auto order = hop(3, kOwn, 6, 3, 0, 0, 9);
  EXPECT_THAT(waits(order),
              ElementsAre(Pair(WaitChain{{WaitStep::kOrder, 6, HopJournal::kNone}}, 9)));
}

TEST_F(WaitWalkTest, APacketThatDidNotWaitHasNoReason) {
  EXPECT_THAT(waits(hop(1, kOwn, 4, 1, 5, 5, 5)), IsEmpty());
}

TEST_F(WaitWalkTest, AHistoryForgetsWhatIsLongAgo) {
  for (Ticks at = 0; at < 1000; at += 10) hop(at + 1, kOwn, 4, 1, at, at, at);
  EXPECT_EQ(history.sent(1).size(), 100u);
  history.forget_before(900);
  EXPECT_LT(history.sent(1).size(), 15u);
  EXPECT_LT(history.departures(4).size(), 15u);
}

}  // namespace
}  // namespace gf::core::wait_walk_test
