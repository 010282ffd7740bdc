// SPDX-License-Identifier: Apache-2.0
#include "tests/support/matchers.h"
#include "tests/support/platform_run.h"

namespace gf::test::cluster_copies_test {
namespace {

/// A result of a run that has to end well.
double result(const std::string& name, const Settings& settings) {
  const PlatformRun run = run_platform("cluster", settings);
  EXPECT_EQ(run.code, core::ExitCode::kDone) << run.reason;
  return run[name];
}

TEST(Cluster, StagedCopiesAreSlower) {
  EXPECT_GT(result("collective_0.time", {"path=staged"}),
            1.5 * result("collective_0.time", {"path=direct"}));
}

TEST(Cluster, LossesCostTimeAndNoBytes) {
  const Settings lossy{"node.nic.receiver.loss=0.01", "real_bytes=true"};
  EXPECT_GT(result("segments_again", lossy), 0);
  EXPECT_GT(result("bytes_compared", lossy), 0);
}

TEST(Cluster, ACopyThatIsLostIsNamed) {
  const PlatformRun run =
      run_platform("cluster", {"nodes=2", "node.gpus=1", "workload=sendrecv:bytes=64 KiB",
                               "node.nic.receiver.loss=0.5", "node.nic.sender.retries=0"});
  EXPECT_EQ(run.code, core::ExitCode::kDeadlock);
  EXPECT_THAT(run.reason,
              AllOf(HasSubstr("copy 1->0: retries exceeded"), HasSubstr("nic_0.sender")));
}

TEST(Cluster, CopiesWithinANodeDoNotUseTheNetwork) {
  EXPECT_EQ(result("bytes_by_network", {"nodes=1"}), 0);
  // A ring of 16: 4 of 16 steps cross.
  const double by_network = result("bytes_by_network", {});
  EXPECT_EQ(result("bytes_by_tree", {}), 3 * by_network);
}

TEST(Cluster, MoreCardsAreFaster) {
  const std::string all = "workload=alltoall:bytes=1 MiB";
  EXPECT_LT(result("collective_0.time", {all, "node.nics=4"}),
            0.5 * result("collective_0.time", {all}));
}

}  // namespace
}  // namespace gf::test::cluster_copies_test
