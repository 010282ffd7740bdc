// SPDX-License-Identifier: Apache-2.0
// Holds: hw/nvlink/lanes/turn_protocol.h hw/nvlink/end/link_join.cpp
// Lanes of an NVLink node that die in the middle of a collective: every element of every rank is
// right at the end, or a link is dead and the run names it.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <map>

#include "core/base/random.h"
#include "tests/support/cluster_run.h"
#include "tests/support/in_child.h"

namespace gf::dying_lanes_system_test {
namespace {

/// An all-reduce on eight GPUs of a hybrid cube mesh.
std::map<std::string, std::string> all_reduce(const std::string& failing, unsigned microseconds) {
  return {{"machine", "dgx1_v100"},
          {"workload", "allreduce:bytes=256 KiB,check=true"},
          {"nvlink.failing", failing},
          {"nvlink.fails_at", fmt::format("{} us", microseconds)}};
}

TEST(ClusterDyingLanes, CollectiveEndsWithAllElementsRightOnTheLanesThatAreLeft) {
  core::RandomStream random(1, "cluster_dying_lanes");
  for (unsigned i = 0; i < 8; ++i) {
    std::string failing;
    for (unsigned lane = 0; lane < 14; ++lane)  // at least two are left of each link
      if (random.below(2) == 0) failing += fmt::format("gpu_{}.*.lane_{},", random.below(8), lane);
    const auto settings =
        all_reduce(failing + "gpu_0.*.lane_0", static_cast<unsigned>(1 + random.below(30)));
    SCOPED_TRACE(testing::PrintToString(settings));
    test::in_child([&] {
      const platforms::RunOutcome outcome = test::run_cluster(settings);
      EXPECT_EQ(outcome.code, core::ExitCode::kDone) << outcome.reason;
      return std::vector<double>{};
    });
  }
}

TEST(ClusterDyingLanes, LinkWithoutLanesIsNamedWithWhatItHoldsUp) {
  const platforms::RunOutcome outcome =
      test::run_cluster(all_reduce("gpu_0.nvlink.link_0.lane_*", 10));
  EXPECT_EQ(outcome.code, core::ExitCode::kDeadlock);
  EXPECT_THAT(outcome.reason,
              testing::AllOf(testing::HasSubstr("the link has been dead since 10.03 us (fails_at)"),
                             testing::HasSubstr("host waits for graph allreduce")));
}

}  // namespace
}  // namespace gf::dying_lanes_system_test
