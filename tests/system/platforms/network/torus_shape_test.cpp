// SPDX-License-Identifier: Apache-2.0
#include "tests/support/matchers.h"
#include "tests/support/platform_run.h"

namespace gf::test::torus_shape_test {
namespace {

TEST(TorusRun, MeanHopsAreThoseOfTheGraph) {
  const PlatformRun run = run_platform("torus", {"load=0.2"});
  EXPECT_EQ(run.code, core::ExitCode::kDone) << run.reason;
  EXPECT_NEAR(run["hops_local_mean"], 3.0, 0.02) << "three rings of four: 1 each";
}

TEST(TorusRun, OneVirtualChannelIsRefusedOrDeadlocks) {
  EXPECT_EQ(run_platform("torus", {"vcs=1"}).code, core::ExitCode::kUsage);
  const PlatformRun run =
      run_platform("torus", {"vcs=1", "unsafe=true", "load=0.9", "vc_buffer=2"});
  EXPECT_EQ(run.code, core::ExitCode::kDeadlock);
  EXPECT_THAT(run.reason, AllOf(HasSubstr("cycle: router_"), HasSubstr("more waits")));
  EXPECT_EQ(run_platform("torus", {"vcs=1", "wrap=false", "load=0.1"}).code, core::ExitCode::kDone)
      << "a mesh needs one";
}

}  // namespace
}  // namespace gf::test::torus_shape_test
