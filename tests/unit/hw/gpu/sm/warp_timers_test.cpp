// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/sm/warp_timers.h"

#include <gtest/gtest.h>
#include <map>

#include "core/random.h"

namespace gf::hw::gpu {
namespace {

TEST(WarpTimers, NearAndFarDatesComeOnTheirCycle) {
  WarpTimers timers;
  EXPECT_EQ(timers.earliest(10), core::kNoCycle);
  timers.set(0, 11, 10);
  timers.set(1, 73, 10);  // the last slot of the wheel
  timers.set(2, 74, 10);  // beyond it
  timers.set(3, 5000, 10);
  EXPECT_EQ(timers.earliest(10), 11u);
  EXPECT_EQ(timers.due(11), one_warp(0));
  EXPECT_EQ(timers.earliest(11), 73u);
  EXPECT_EQ(timers.due(73), one_warp(1));
  EXPECT_EQ(timers.earliest(73), 74u);
  EXPECT_EQ(timers.due(74), one_warp(2));
  EXPECT_EQ(timers.earliest(74), 5000u);
  EXPECT_EQ(timers.due(5000), one_warp(3));
  EXPECT_EQ(timers.earliest(5000), core::kNoCycle);
}

TEST(WarpTimers, AsAMap) {
  core::RandomStream random(1, "timers");
  WarpTimers timers;
  std::multimap<core::Cycle, unsigned> dates;
  core::Cycle now = 0;
  for (unsigned warp = 0; warp < 64; ++warp) dates.emplace(0, warp);
  for (unsigned round = 0; round < 20'000; ++round) {
    WarpSet due = 0;
    for (auto i = dates.begin(); i != dates.end() && i->first == now; i = dates.erase(i))
      due |= one_warp(i->second);
    ASSERT_EQ(timers.due(now), round == 0 ? 0 : due);
    each_warp(due, [&](unsigned warp) {
      const core::Cycle at = now + 1 + random.below(random.below(2) == 0 ? 50 : 300);
      timers.set(warp, at, now);
      dates.emplace(at, warp);
    });
    ASSERT_EQ(timers.earliest(now), dates.begin()->first);
    now = dates.begin()->first;
  }
}

}  // namespace
}  // namespace gf::hw::gpu
