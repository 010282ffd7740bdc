// SPDX-License-Identifier: Apache-2.0
// Loads that networks of routers carry.
#include "tests/support/matchers.h"
#include "tests/support/platform_run.h"

namespace gf::test::load_measurement_test {
namespace {

/// N = 72.
PlatformRun small(const Settings& more) {
  return run_platform("dragonfly", Settings{"p=2", "a=4", "h=2"} + more);
}

TEST(DragonflyRun, StablePointHasTheResultsThatScriptsRead) {
  const PlatformRun run = small({"load=0.3"});
  EXPECT_EQ(run.code, core::ExitCode::kDone) << run.reason;
  EXPECT_EQ(run["offered_load"], 0.3);
  EXPECT_NEAR(run["accepted_load"], 0.3, 0.005);
  EXPECT_EQ(run["stable"], 1);
  EXPECT_GT(run["latency_p99"], run["latency_mean"]);
  EXPECT_NEAR(run["hops_global_mean"], 8. / 9, 0.01);
  EXPECT_NEAR(run["hops_local_mean"], 1.42, 0.02);
}

TEST(DragonflyRun, MinimalRoutingCarriesOneOverAhOfTheWorstCase) {
  const PlatformRun run = small({"traffic=wc", "load=0.3"});
  EXPECT_EQ(run.code, core::ExitCode::kNoSteadyState);
  EXPECT_NEAR(run["accepted_load"], 1. / 8, 0.03 / 8);
  EXPECT_EQ(run["stable"], 0);
  EXPECT_THAT(run.reason, HasSubstr("periods of 1000 cycles"));
}

TEST(DragonflyRun, NarrowGlobalChannelsCarryLess) {
  const PlatformRun run = small({"traffic=wc", "load=0.3", "global_flit_cycles=2"});
  EXPECT_EQ(run.code, core::ExitCode::kNoSteadyState);
  EXPECT_NEAR(run["accepted_load"], 1. / 16, 0.03 / 16);
}

TEST(DragonflyRun, AdaptiveRoutingCarriesMoreOfTheWorstCase) {
  for (const std::string routing : {"val", "ugal_g", "ugal_l_vc_h", "par"}) {
    const PlatformRun run = small({"traffic=wc", "load=0.3", "routing=" + routing});
    EXPECT_EQ(run.code, core::ExitCode::kDone) << routing << run.reason;
  }
}

TEST(DragonflyRun, ForcedDeadlockIsNamed) {
  const PlatformRun run = small({"vcs=1", "unsafe=true", "load=0.9", "vc_buffer=2"});
  EXPECT_EQ(run.code, core::ExitCode::kDeadlock);
  EXPECT_THAT(run.reason, AllOf(HasSubstr("deadlock"), HasSubstr("cycle"), HasSubstr("router_")));
}

TEST(DragonflyRun, RepliesDoubleTheTraffic) {
  const PlatformRun run = small({"load=0.1", "reply_flits=3"});
  EXPECT_EQ(run.code, core::ExitCode::kDone) << run.reason;
  EXPECT_NEAR(run["accepted_load"], 0.4, 0.01);
  EXPECT_GT(run["round_trip_mean"], 2 * run["latency_mean"]);
}

}  // namespace
}  // namespace gf::test::load_measurement_test
