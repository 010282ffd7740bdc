// SPDX-License-Identifier: Apache-2.0
#include "hw/router/channel_errors.h"

#include <gtest/gtest.h>

namespace gf::hw::router::channel_errors_test {
namespace {

constexpr unsigned kLatency = 5;

TEST(ChannelErrors, WithoutErrorsAFlitLeavesAtOnce) {
  ChannelErrors errors(0, 1, "channel");
  for (core::Cycle now = 0; now < 100; ++now) EXPECT_EQ(errors.departure(now, kLatency, 1), now);
  EXPECT_EQ(errors.replays(), 0u);
}

TEST(ChannelErrors, AFlitThatFailsLeavesAgainARoundTripLaterAndThoseBehindFollow) {
  ChannelErrors errors(0.1, 1, "channel");
  core::Cycle last = 0;
  std::uint64_t replays = 0;
  for (core::Cycle now = 1; now < 2000; ++now) {
    const core::Cycle leaves = errors.departure(now, kLatency, 1);
    const core::Cycle failed = errors.replays() - replays;
    EXPECT_EQ(leaves, std::max(now, last + 1) + failed * (2 * kLatency + 1));
    replays = errors.replays();
    last = leaves;
  }
  EXPECT_NEAR(static_cast<double>(replays), 1999 * 0.1 / 0.9, 45) << "three standard deviations";
}

TEST(ChannelErrors, NarrowChannelsFollowMoreSlowly) {
  ChannelErrors errors(0, 1, "channel");
  EXPECT_EQ(errors.departure(10, kLatency, 3), 10u);
  EXPECT_EQ(errors.departure(10, kLatency, 3), 13u);
}

}  // namespace
}  // namespace gf::hw::router::channel_errors_test
