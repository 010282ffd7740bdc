// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/sm/warp_set.h"

#include <gtest/gtest.h>

#include "core/base/random.h"

namespace gf::hw::gpu::warp_set_test {
namespace {

TEST(WarpAges, TheOldestIsTheOneAdmittedFirst) {
  WarpAges ages;
  ages.admit(5, 0);
  ages.admit(2, one_warp(5));
  ages.admit(7, one_warp(5) | one_warp(2));
  EXPECT_EQ(ages.oldest(one_warp(2) | one_warp(5) | one_warp(7)), 5u);
  EXPECT_EQ(ages.oldest(one_warp(2) | one_warp(7)), 2u);
  ages.admit(5, one_warp(2) | one_warp(7));  // the place is used again
  EXPECT_EQ(ages.oldest(one_warp(2) | one_warp(5) | one_warp(7)), 2u);
  EXPECT_EQ(ages.oldest(one_warp(5) | one_warp(7)), 7u);
}

TEST(WarpAges, RandomOrders) {
  core::RandomStream random(1, "ages");
  WarpAges ages;
  std::array<unsigned, 64> date{};
  WarpSet resident = 0;
  for (unsigned round = 1; round < 5000; ++round) {
    const auto warp = static_cast<unsigned>(random.below(64));
    ages.admit(warp, resident);
    resident |= one_warp(warp);
    date[warp] = round;
    const WarpSet some = resident & (random.below(~0ull) | one_warp(warp));
    unsigned oldest = warp;
    each_warp(some, [&](unsigned n) { oldest = date[n] < date[oldest] ? n : oldest; });
    ASSERT_EQ(ages.oldest(some), oldest);
  }
}

}  // namespace
}  // namespace gf::hw::gpu::warp_set_test
