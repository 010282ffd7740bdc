// SPDX-License-Identifier: Apache-2.0
// Ranks that meet between two calls of the kernel: what has acted by then, and what is told to it.
#include "core/ranks/rank_sync.h"

#include "core/time/wakeup.h"
#include "core/time/watchdog.h"
#include "tests/support/matchers.h"

namespace gf::core::rank_sync_test {
namespace {

/// Acts at the dates that it is given.
struct Actor : sc_core::sc_module {
  explicit Actor(const sc_core::sc_module_name& name) : sc_module(name) {}
  void act() {
    acted.push_back(now_ticks());
    if (!next.empty()) {
      wakeup.at(next.front());
      next.erase(next.begin());
    }
  }
  std::vector<Ticks> next;
  std::vector<Ticks> acted;
  Wakeup wakeup{this, Runs<&Actor::act>{}};
};

/// Of a process alone: what it has sent comes to nobody.
struct Meetings : RankSync {
  explicit Meetings(Actor& has) : actor(has) {}
  [[nodiscard]] Ticks end_of_round(Ticks first) const override { return first + 10; }
  void served_until(Ticks until) override {
    for (const Ticks at : actor.acted) EXPECT_TRUE(until > 0 && at < until) << at << ' ' << until;
    ends.push_back(until);
  }
  Ticks pack(std::vector<Ranks::Parcel>&) override { return sends; }
  void unpack(const Ranks::Parcel&) override { FAIL(); }
  Actor& actor;
  Ticks sends = kNever;
  std::vector<Ticks> ends;
};

TEST(RankSync, StretchesBeginWithWhatActsNext) {
  Actor actor("actor");
  actor.wakeup.at(5);
  actor.next = {14, 15, 400};
  Meetings meetings(actor);
  EXPECT_EQ(run_simulation({}).end, RunEnd::kQuiescent);
  EXPECT_THAT(actor.acted, ElementsAre(5, 14, 15, 400));
  // The end of a stretch does not belong to it: 15 acts in the second one.
  EXPECT_THAT(meetings.ends, ElementsAre(0, 15, 25, 410));
  EXPECT_EQ(now_ticks(), 400u) << "meetings take no time";
}

TEST(RankSync, AnEarlyEndIsThatOfTheRun) {
  Actor actor("actor");
  actor.wakeup.at(5);
  actor.next = {14, 18, 400};
  Meetings meetings(actor);
  RunLimits limits;
  limits.stop_at = to_time(18);
  EXPECT_EQ(run_simulation(limits).end, RunEnd::kStopped);
  EXPECT_THAT(actor.acted, ElementsAre(5, 14));
  EXPECT_EQ(now_ticks(), 18u);
}

TEST(RankSync, WhatWasSentIsTheNextDate) {
  Actor actor("actor");
  Meetings meetings(actor);
  meetings.sends = 30;
  const RankSync::Agreed agreed = meetings.meet(20, 50);
  EXPECT_EQ(agreed.next, 30u);
  EXPECT_EQ(meetings.meet(20, 25).next, 25u);
  EXPECT_EQ(agreed.last, now_ticks());
}

TEST(RankSync, AreThereWhileTheyLive) {
  EXPECT_EQ(RankSync::active(), nullptr);
  Actor actor("actor");
  {
    Meetings meetings(actor);
    EXPECT_EQ(RankSync::active(), &meetings);
  }
  EXPECT_EQ(RankSync::active(), nullptr);
}

}  // namespace
}  // namespace gf::core::rank_sync_test
