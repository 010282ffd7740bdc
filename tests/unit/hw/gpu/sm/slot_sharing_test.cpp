// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/sm/slot_sharing.h"

#include <cmath>
#include <gtest/gtest.h>
#include <map>

#include "core/base/random.h"

namespace gf::hw::gpu::slot_sharing_test {
namespace {

using core::Cycle;

/// When each warp is done, if nothing else is issued.
std::map<unsigned, Cycle> ends(SlotSharing& share) {
  std::map<unsigned, Cycle> all;
  while (share.earliest() != core::kNoCycle) {
    const Cycle now = share.earliest();
    each_warp(share.due(now), [&](unsigned warp) { all[warp] = now; });
  }
  return all;
}

TEST(SlotSharing, AloneItTakesItsCycles) {
  for (const unsigned interval : {1u, 4u, 7u, 64u}) {
    SlotSharing share;
    share.begin(3, 1000, interval, 50);
    EXPECT_EQ(ends(share)[3], 1050u) << interval;
  }
}

TEST(SlotSharing, WhoWantsNoMoreThanASlotACycleIsNotSlowedDown) {
  SlotSharing share;
  for (unsigned warp = 0; warp < 6; ++warp) share.begin(warp, 100 + warp, 6, 0);
  for (const auto& [warp, at] : ends(share)) EXPECT_EQ(at, 100u + warp);
}

TEST(SlotSharing, BeyondThatAllSlowDownAlike) {
  SlotSharing share;
  for (unsigned warp = 0; warp < 16; ++warp) share.begin(warp, 100, 4, 0);
  for (const auto& [warp, at] : ends(share)) EXPECT_EQ(at, 400u) << warp;
}

TEST(SlotSharing, WhoEndsLeavesItsSlotsToTheOthers) {
  SlotSharing share;
  share.begin(0, 100, 1, 0);
  share.begin(1, 300, 1, 0);
  const auto at = ends(share);
  EXPECT_EQ(at.at(0), 200u);
  EXPECT_EQ(at.at(1), 400u);  // 200 cycles are left when it is alone
}

TEST(SlotSharing, AnInstructionTakesASlotOnlyOfThoseThatWantAll) {
  SlotSharing all, some;
  all.begin(0, 100, 1, 0);
  some.begin(0, 100, 2, 0);
  for (Cycle now = 1; now <= 10; ++now) {
    all.take_slot(now);
    some.take_slot(now);
  }
  EXPECT_EQ(ends(all)[0], 110u);
  EXPECT_EQ(ends(some)[0], 100u);
}

TEST(SlotSharing, NothingIsDueEarly) {
  SlotSharing share;
  share.begin(0, 10, 1, 0);
  EXPECT_EQ(share.due(9), 0u);
  EXPECT_EQ(share.due(10), one_warp(0));
  EXPECT_EQ(share.earliest(), core::kNoCycle);
  share.begin(0, 10, 1, 20);
  EXPECT_EQ(share.earliest(), 30u);
}

TEST(SlotSharing, LongPausesAndLongArithmeticAreExact) {
  SlotSharing share;
  share.begin(0, 10, 1, 0);
  EXPECT_EQ(ends(share)[0], 10u);
  constexpr Cycle kLate = Cycle{1} << 50;
  share.begin(1, 4'000'000'000u, 1, kLate);
  share.begin(2, 4'000'000'000u, 1, kLate);
  const auto at = ends(share);
  EXPECT_EQ(at.at(1), kLate + 8'000'000'000u);
  EXPECT_EQ(at.at(2), kLate + 8'000'000'000u);
}

/// The same cycle by cycle, in fractions.
class Reference {
 public:
  void begin(unsigned warp, double cycles, unsigned interval) { warps_[warp] = {cycles, interval}; }
  /// `taken`: its slot, by an instruction.
  void cycle(bool taken) {
    if (taken) return;
    const double each = 1 / std::max(1.0, demand());
    for (auto& [warp, w] : warps_) w.left -= each;
  }
  [[nodiscard]] double demand() const {
    double sum = 1e-9;  // what rounds
    for (const auto& [warp, w] : warps_) sum += 1.0 / w.interval;
    return sum;
  }
  void end(unsigned warp) { warps_.erase(warp); }
  [[nodiscard]] double left(unsigned warp) const { return warps_.at(warp).left; }
  [[nodiscard]] bool has(unsigned warp) const { return warps_.count(warp) != 0; }

 private:
  struct Work {
    double left;
    unsigned interval;
  };
  std::map<unsigned, Work> warps_;
};

TEST(SlotSharing, GoesAsAReferenceThatCountsEachCycle) {
  constexpr double kRounds = 0.05;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    core::RandomStream random(seed, "issue share");
    SlotSharing share;
    Reference reference;
    unsigned ended = 0;
    for (Cycle now = 0; now < 3000; ++now) {
      bool taken = false;
      const WarpSet due = share.due(now);
      for (unsigned warp = 0; warp < 16; ++warp) {
        if (!reference.has(warp)) continue;
        const bool done = (due & one_warp(warp)) != 0;
        // Not before it has all, and in the first cycle then, but for what rounds.
        EXPECT_TRUE(done ? reference.left(warp) < kRounds : reference.left(warp) > -kRounds)
            << "seed " << seed << ", cycle " << now << ", left " << reference.left(warp);
        if (done) reference.end(warp);
        ended += done ? 1 : 0;
      }
      if (random.below(5) == 0) {
        share.take_slot(now);
        taken = reference.demand() >= 1;
      }
      const auto warp = static_cast<unsigned>(random.below(16));
      if (random.below(20) == 0 && !reference.has(warp)) {
        const auto cycles = static_cast<std::uint32_t>(1 + random.below(200));
        constexpr unsigned kIntervals[] = {1, 2, 4, 6, 7, 9};
        const unsigned interval = kIntervals[random.below(6)];
        share.begin(warp, cycles, interval, now);
        reference.begin(warp, cycles, interval);
      }
      reference.cycle(taken);
    }
    EXPECT_GT(ended, 20u);
  }
}

}  // namespace
}  // namespace gf::hw::gpu::slot_sharing_test
