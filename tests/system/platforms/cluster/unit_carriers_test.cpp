// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cluster_run.h"
#include "tests/support/in_child.h"
#include "tests/support/matchers.h"
#include "tests/support/proact_engine.h"

namespace gf::unit_carriers_test {
namespace {

using namespace proact_engine;  // NOLINT: what these tests share

TEST_F(ProactEngine, BytesAreRightAcrossNodes) {
  for (const char* network : {kTorus, kDragonfly}) {
    Settings all = settings(nodes_on(network), kTasks);
    all["gpu_model"] = "full";
    EXPECT_THAT(values(all, {"bytes_delivered", "bytes_compared", "bytes_by_network"}),
                ElementsAre(kBytes, kBytes, kBytes - (256 << 10)))
        << network;
  }
}

TEST_F(ProactEngine, BytesAreRightAcrossNodesOfNvlink) {
  const std::string machine =
      "include = dgx1_v100\n[network]\nkind = dragonfly\np = 1\na = 8\nh = 1\nnodes = 2\n";
  const Settings all = settings(machine,
                                "s,work,kernel,0,,,,,W,,\n"
                                "s,a,copy,0,1,256 KiB,,proact,,work,\n"
                                "s,b,copy,0,9,256 KiB,,proact,,work,\n"
                                "s,c,copy,8,9,64 KiB,,proact,,,\n"
                                "s,d,copy,8,2,64 KiB,,dma,,,\n");
  constexpr double kAll = 2 * (256 << 10) + 2 * (64 << 10);
  EXPECT_THAT(values(all, {"bytes_delivered", "bytes_compared", "bytes_by_nvlink"}),
              ElementsAre(kAll, kAll, (256 << 10) + (64 << 10)));
}

TEST_F(ProactEngine, WhatANetworkLosesIsSentAgain) {
  Settings all = settings(nodes_on(kTorus), kTasks);
  all["gpu_model"] = "full";
  all["node.nic*.receiver.loss"] = "0.1";
  const std::vector<double> got = values(all, {"bytes_compared", "segments_again"});
  ASSERT_EQ(got.size(), 2u);
  EXPECT_EQ(got[0], kBytes);
  EXPECT_GT(got[1], 0);
}

TEST_F(ProactEngine, ACopyThatANetworkLosesIsNamed) {
  Settings all = settings(nodes_on(kTorus), "s,b,copy,0,3,256 KiB,,proact,,,\n");
  all["gpu_model"] = "full";
  all["node.nic*.receiver.loss"] = "0.5";
  all["node.nic*.sender.retries"] = "0";
  const auto outcome = [&] {
    const platforms::RunOutcome got = test::run_cluster(all);
    EXPECT_EQ(got.code, core::ExitCode::kDeadlock);
    EXPECT_THAT(got.reason, HasSubstr("copy 0->3: a chunk was lost on its way"));
    return std::vector<double>{};
  };
  test::in_child(outcome);
}

}  // namespace
}  // namespace gf::unit_carriers_test
