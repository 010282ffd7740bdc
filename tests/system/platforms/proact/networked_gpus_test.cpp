// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/cluster/card_queues.h
// Holds: platforms/cluster/chosen_shape.h
// Holds: platforms/gpu/fabrics/pcie_port.h
// PROACT on several nodes: real bytes over cards and network, what is refused, what dies; and on
// chosen leaves of a tree.
#include "tests/support/matchers.h"
#include "tests/support/proact_machine.h"

namespace gf::test::networked_gpus_test {
namespace {

PlatformRun run_nodes(const std::string& mechanism, const Settings& more) {
  return run_proact(mechanism, Settings{"nodes=2", "check=true", "chunk=16 KiB"} + more);
}

/// A mechanism and an application.
using NodesCase = std::tuple<const char*, const char*>;

std::string name_of(const testing::TestParamInfo<NodesCase>& one) {
  return std::string(std::get<0>(one.param)) + "_" + std::get<1>(one.param);
}

class EveryApp : public testing::TestWithParam<NodesCase> {};

/// Every byte is at every GPU of every node before the next phase reads it, over cards that lose
/// segments too; and every byte for another node crosses the network once for each of its GPUs.
TEST_P(EveryApp, NoKernelReadsAStaleByteOfAnotherNode) {
  const auto& [mechanism, app] = GetParam();
  const std::string workload = std::string("workload=") + app;
  const PlatformRun clean = run_nodes(mechanism, {workload});
  expect_consistent(clean, app);
  const PlatformRun lossy = run_nodes(
      mechanism, {workload, "node.nic.receiver.loss=0.02", "node.nic.sender.timeout=20 us"});
  expect_consistent(lossy, app);
  if (lossy.code != core::ExitCode::kDone || clean.code != core::ExitCode::kDone) return;
  EXPECT_EQ(clean["segments_again"], 0);
  EXPECT_GT(lossy["segments_again"], 0);
  EXPECT_GT(clean["network_bytes"], 100'000);
}

INSTANTIATE_TEST_SUITE_P(ProactNodes, EveryApp,
                         testing::Combine(testing::Values("memcpy", "hw"),
                                          testing::Values("xray_ct", "jacobi", "pagerank", "sssp",
                                                          "als")),
                         name_of);

TEST(ProactNodes, BothWaysCarryTheSameBytesOverTheNetwork) {
  EXPECT_EQ(run_nodes("memcpy", {})["network_bytes"], run_nodes("hw", {})["network_bytes"]);
}

TEST(ProactNodes, ANodeOfOneGpuPushesAllItsChunksByTheCard) {
  expect_consistent(run_nodes("hw", {"gpus=4", "nodes=4"}), "one GPU each");
  expect_consistent(run_nodes("hw", {"gpus=6", "nodes=3", "node.nics=2", "network=dragonfly"}),
                    "two cards each");
}

TEST(ProactNodes, ReleasesReachOtherNodes) {
  expect_consistent(run_nodes("hw", {"release=true"}), "flushed");
}

TEST(ProactNodes, WhatIsLostIsNamed) {
  const Settings dead = {"port.fails_at=20 us", "port.failing=*port_1",
                         "node.nic.sender.timeout=20 us"};
  const PlatformRun chunks = run_nodes("hw", dead);
  EXPECT_EQ(chunks.code, core::ExitCode::kCheckFailed);
  EXPECT_THAT(chunks.reason, HasSubstr(": a destination refused it"));
  const PlatformRun copies = run_nodes("memcpy", dead);
  EXPECT_EQ(copies.code, core::ExitCode::kDeadlock);
  EXPECT_THAT(copies.reason, HasSubstr("retries exceeded, so the phase cannot end"));
}

TEST(ProactNodes, WhatNoCardCarriesIsRefused) {
  for (const char* mechanism : {"inline", "p2p_loads", "polling", "cdp", "um"}) {
    const PlatformRun got = run_nodes(mechanism, {});
    EXPECT_EQ(got.code, core::ExitCode::kUsage) << mechanism;
    EXPECT_THAT(got.reason, HasSubstr(std::string("expected 1 with mechanism = ") + mechanism));
  }
  const auto says = [](const Settings& settings) {
    const PlatformRun got = run_nodes("hw", settings);
    EXPECT_EQ(got.code, core::ExitCode::kUsage);
    return got.reason;
  };
  EXPECT_THAT(says({"nodes=3"}), HasSubstr("a divisor of gpus = 4"));
  EXPECT_THAT(says({"node.gpus=1"}), HasSubstr("2, which is gpus / nodes"));
  EXPECT_THAT(says({"node.nic.work.entries=fetched"}), HasSubstr("expected carried"));
  EXPECT_THAT(says({"node.gpu.bar=1 GiB"}), HasSubstr("the memory of a GPU"));
  EXPECT_THAT(says({"network=torus", "net.x=2", "net.y=1", "net.z=1", "spacing=2"}),
              HasSubstr("at least 3, one for each card: nodes x node.nics, with spacing"));
}

/// One copy of a segment between nodes that are `spacing` routers apart, ns.
double copy_over(unsigned spacing) {
  const PlatformRun run = run_platform(
      "cluster", {"workload=ring:bytes=4 KiB", "nodes=2", "node.gpus=1", "network=torus",
                  "net.x=32", "net.y=1", "net.z=1", "spacing=" + std::to_string(spacing)});
  EXPECT_EQ(run.code, core::ExitCode::kDone) << run.reason;
  return run["end_max"] * 1e9;
}

TEST(Spacing, AddsTheTimeOfItsRouters) {
  const double one = copy_over(2) - copy_over(1);
  EXPECT_GT(one, 2.56) << "a cycle of the network at least";
  EXPECT_NEAR(copy_over(8) - copy_over(4), 4 * one, 0.01);
  EXPECT_NEAR(copy_over(24) - copy_over(8), 0, 0.01) << "around the other side of the ring";
}

TEST(Places, PutGpusOnTheLeavesOfATree) {
  const auto on_t2 = [](const std::string& places) {
    return run_proact("hw",
                      {"system=4x_kepler", "pcie.tree=t2", "pcie.places=" + places, "check=true"});
  };
  expect_consistent(on_t2("6,0,3,5"), "four of eight");
  EXPECT_THAT(on_t2("0,1,2").reason, HasSubstr("this one has 3, which must equal `gpus`"));
  EXPECT_THAT(on_t2("0,1,2,8").reason, AllOf(HasSubstr("different devices, 0 ... 7")));
}

}  // namespace
}  // namespace gf::test::networked_gpus_test
