// SPDX-License-Identifier: Apache-2.0
// GPUs on a choice of fabric, and one link under stores, as a user runs them.
#include "core/text/json.h"
#include "tests/support/gpu_presets.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::node_platform_test {
namespace {

TEST(GpuNode, RefusesATreeOfAnotherSize) {
  const Captured run = program({"run", "gpu_node", "-p", "fabric=pcie", "-p", "gpus=3", "-p",
                                "pcie.tree=rc:2,2", "--quiet"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("a tree with 3 GPUs"));
}

TEST(GpuNode, StoppedEarlyItMeasuresUntilThen) {
  const Captured run = program({"run", "gpu_node", "--stop-at", "20 us", "--quiet", "--json"});
  ASSERT_EQ(run.code, 0) << run.err;
  const auto results = core::parse_json(run.out).at("results");
  EXPECT_NEAR(results.at("time").at("value"), 20e-6, 1e-7);
  EXPECT_LT(results.at("utilization_max").at("value"), 1);
}

}  // namespace
}  // namespace gf::test::node_platform_test
