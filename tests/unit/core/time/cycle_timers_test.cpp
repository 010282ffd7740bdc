// SPDX-License-Identifier: Apache-2.0
// Holds: core/base/bits.h
#include "core/time/cycle_timers.h"

#include <gtest/gtest.h>
#include <map>

#include "core/base/random.h"

namespace gf::core::cycle_timers_test {
namespace {

TEST(CycleTimers, NearAndFarDatesComeOnTheirCycle) {
  CycleTimers<> timers;
  EXPECT_EQ(timers.earliest(), kNoCycle);
  timers.set(0, 11, 10);
  timers.set(1, 73, 10);  // the last slot of the wheel
  timers.set(2, 74, 10);  // beyond it
  timers.set(3, 5000, 10);
  EXPECT_EQ(timers.earliest(), 11u);
  EXPECT_EQ(timers.due(11), bit(0));
  EXPECT_EQ(timers.earliest(), 73u);
  EXPECT_EQ(timers.due(73), bit(1));
  EXPECT_EQ(timers.earliest(), 74u);
  EXPECT_EQ(timers.due(74), bit(2));
  EXPECT_EQ(timers.earliest(), 5000u);
  EXPECT_EQ(timers.due(5000), bit(3));
  EXPECT_EQ(timers.earliest(), kNoCycle);
}

TEST(CycleTimers, OfTwoDatesTheSecondAlwaysComes) {
  for (const Cycle first : {20, 200, 400})
    for (const Cycle second : {30, 300}) {
      CycleTimers<> timers;
      timers.set(5, first, 10);
      timers.set(5, second, 10);
      Cycle now = 10;
      bool came = false;
      while (!came && timers.earliest() != kNoCycle) {
        now = timers.earliest();
        came = timers.due(now) == bit(5) && now == second;
      }
      EXPECT_TRUE(came) << first << ", " << second;
    }
}

template <class Timers>
void expect_a_map() {
  RandomStream random(1, "timers");
  Timers timers;
  std::multimap<Cycle, unsigned> dates;
  Cycle now = 0;
  for (unsigned number = 0; number < 64; ++number) dates.emplace(0, number);
  for (unsigned round = 0; round < 20'000; ++round) {
    TimerSet due = 0;
    for (auto i = dates.begin(); i != dates.end() && i->first == now; i = dates.erase(i))
      due |= bit(i->second);
    ASSERT_EQ(timers.due(now), round == 0 ? 0 : due);
    each_bit(due, [&](unsigned number) {
      const Cycle at = now + 1 + random.below(random.below(2) == 0 ? 50 : 300);
      timers.set(number, at, now);
      dates.emplace(at, number);
    });
    ASSERT_EQ(timers.earliest(), dates.begin()->first);
    now = dates.begin()->first;
  }
}

TEST(CycleTimers, AsAMap) { expect_a_map<CycleTimers<>>(); }
TEST(CycleTimers, OfSeveralWordsAsAMap) { expect_a_map<CycleTimers<256>>(); }

}  // namespace
}  // namespace gf::core::cycle_timers_test
