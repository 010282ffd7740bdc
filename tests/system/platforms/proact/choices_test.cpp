// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/proact/mechanisms/software_agent.h
// Parameters of the platform `proact` that leave out parts of software agents.
#include "tests/support/matchers.h"
#include "tests/support/platform_run.h"

namespace gf::test::choices_test {
namespace {

/// With a driver that takes no time, as one that does hides what copies take.
PlatformRun run(const std::string& mechanism, const std::string& elide,
                const std::string& check = "false") {
  return run_platform("proact",
                      {"workload=jacobi", "app.bytes=256 KiB", "iterations=1", "chunk=16 KiB",
                       "threads=256", "host.cdp_interval=10 ns", "host.cdp_completion=10 ns",
                       "mechanism=" + mechanism, "elide=" + elide, "check=" + check});
}

class Elide : public testing::TestWithParam<const char*> {};

TEST_P(Elide, LeavesOutStoresThenAgents) {
  const PlatformRun whole = run(GetParam(), "none");
  const PlatformRun no_stores = run(GetParam(), "stores");
  const PlatformRun no_agents = run(GetParam(), "transfers");
  for (const PlatformRun& one : {whole, no_stores, no_agents})
    ASSERT_EQ(one.code, core::ExitCode::kDone) << one.reason;
  EXPECT_GT(whole["link_bytes"], 0);
  EXPECT_EQ(no_stores["link_bytes"], 0);
  EXPECT_EQ(no_agents["link_bytes"], 0);
  EXPECT_GT(whole["time"], no_stores["time"]);
  EXPECT_GT(no_stores["time"], no_agents["time"]);
  // What is left are the producer's own instructions and those of its counters.
  EXPECT_GT(no_stores["warp_instructions"], no_agents["warp_instructions"]);
  EXPECT_GT(no_agents["warp_instructions"], run("infinite", "none")["warp_instructions"]);
}
INSTANTIATE_TEST_SUITE_P(Agents, Elide, testing::Values("polling", "cdp"));

TEST(ElideRefusals, MechanismsWithoutSoftwareAgents) {
  const PlatformRun refused = run("inline", "stores");
  EXPECT_EQ(refused.code, core::ExitCode::kUsage);
  EXPECT_THAT(refused.reason, AllOf(HasSubstr("elide = stores"), HasSubstr("mechanism = inline")));
}

TEST(ElideRefusals, RunsThatCompareBytes) {
  const PlatformRun refused = run("polling", "transfers", "true");
  EXPECT_EQ(refused.code, core::ExitCode::kUsage);
  EXPECT_THAT(refused.reason, HasSubstr("check = true"));
}

}  // namespace
}  // namespace gf::test::choices_test
