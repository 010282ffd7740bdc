// SPDX-License-Identifier: Apache-2.0
#include "core/time/clock_domain.h"

#include "tests/support/matchers.h"

namespace gf::core::clock_domain_test {
namespace {

/// Asks for the cycles of a list, one after the other, and notes when it is called.
struct Sleeper : Clocked {
  Sleeper(ClockDomain& clock, std::vector<Cycle> list)
      : domain(clock), member(clock.add(*this)), wishes(std::move(list)) {
    domain.wake(member, wishes[0]);
  }
  void cycle(Cycle now) override {
    called.push_back(now);
    times.push_back(now_ticks());
    if (++next < wishes.size()) domain.wake(member, wishes[next]);
  }
  ClockDomain& domain;
  unsigned member;
  std::vector<Cycle> wishes;
  std::size_t next = 0;
  std::vector<Cycle> called;
  std::vector<Ticks> times;
};

const sc_core::sc_time period() { return {2, sc_core::SC_NS}; }

TEST(ClockDomain, CallsInTheCyclesAskedFor) {
  ClockDomain clock("clock", period());
  Sleeper near(clock, {0, 1, 5, 6});
  Sleeper far(clock, {3, 2000, 2001, 5000});
  sc_core::sc_start();
  EXPECT_THAT(near.called, ElementsAre(0, 1, 5, 6));
  EXPECT_THAT(far.called, ElementsAre(3, 2000, 2001, 5000));
  EXPECT_EQ(far.times.back(), 5000 * period().value());
  EXPECT_EQ(clock.calls(), 8u);
  EXPECT_EQ(clock.now(), 5000u);
}

TEST(ClockDomain, IdleCyclesCostNoEvent) {
  ClockDomain clock("clock", period());
  Sleeper member(clock, {10, 900, 100'000});
  sc_core::sc_start();
  EXPECT_LE(sc_core::sc_delta_count(), 5u);
}

TEST(ClockDomain, EarliestWishCountsAndThePastIsTheNextCycle) {
  ClockDomain clock("clock", period());
  Sleeper member(clock, {9, 4, 4});  // asks for 4 in cycle 9 and again in cycle 10
  clock.wake(member.member, 20);
  sc_core::sc_start();
  EXPECT_THAT(member.called, ElementsAre(9, 10, 11));
}

TEST(ClockDomain, DistanceOfAWishDoesNotMatter) {
  ClockDomain clock("clock", period());
  std::vector<Cycle> wishes = {5};
  for (Cycle distance : {1, 2, 1022, 1023, 1024, 1025, 2047, 2048, 2049, 1})
    wishes.push_back(wishes.back() + distance);
  Sleeper member(clock, wishes);
  sc_core::sc_start();
  EXPECT_EQ(member.called, wishes);
}

TEST(ClockDomain, EarlierWishReplacesALaterOne) {
  ClockDomain clock("clock", period());
  Sleeper member(clock, {3000});
  clock.wake(member.member, 7);
  sc_core::sc_start();
  EXPECT_THAT(member.called, ElementsAre(7));
}

class Leader : public Clocked {
 public:
  Leader(ClockDomain& clock, Sleeper& follower) : clock_(clock), follower_(follower) {
    clock.lead(*this);
    clock.wake_leader(4);
  }
  void cycle(Cycle now) override {
    EXPECT_THAT(follower_.called, Not(Contains(now))) << "it comes first";
    EXPECT_EQ(clock_.now(), now);
    clock_.wake(follower_.member, now);
    if (now < 5000) clock_.wake_leader(now + ClockDomain::kHorizon - 1);
  }

 private:
  ClockDomain& clock_;
  Sleeper& follower_;
};

TEST(ClockDomain, LeaderComesFirstAndWakesMembersInItsCycle) {
  ClockDomain clock("clock", period());
  Sleeper member(clock, {5000});
  Leader leader(clock, member);
  sc_core::sc_start();
  EXPECT_THAT(member.called, ElementsAre(4, 1026, 2048, 3070, 4092, 5114));
}

TEST(ClockDomain, LeaderIsOneAndAsksWithinTheHorizon) {
  ClockDomain clock("clock", period());
  Sleeper member(clock, {1});
  Leader leader(clock, member);
  EXPECT_THROW(clock.lead(leader), std::logic_error);
  EXPECT_THROW(clock.wake_leader(ClockDomain::kHorizon), std::logic_error);
}

TEST(CommonEdge, AllClocksBeginACycle) {
  EXPECT_EQ(common_edge(5), 5u) << "without clocks";
  ClockDomain two("two", period());
  const Ticks ns = sc_core::sc_time(1, sc_core::SC_NS).value();
  EXPECT_EQ(common_edge(3 * ns), 4 * ns);
  EXPECT_EQ(common_edge(4 * ns), 4 * ns);
  ClockDomain three("three", sc_core::sc_time(3, sc_core::SC_NS));
  EXPECT_EQ(common_edge(4 * ns), 6 * ns);
  EXPECT_EQ(common_edge(6 * ns + 1), 12 * ns);
  // 1,000,003 fs and 2 ns meet once in 2 s.
  ClockDomain odd("odd", core::to_time(1'000'003));
  EXPECT_EQ(common_edge(7 * ns), 7 * ns);
}

}  // namespace
}  // namespace gf::core::clock_domain_test
