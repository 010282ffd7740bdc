// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/proact/networked_gpus.* platforms/proact/region/remote_access_if.h
// Holds: platforms/cluster/card_queues.h platforms/cluster/chosen_shape.h
// Holds: platforms/proact/systems.* platforms/gpu/fabrics/pcie_port.* hw/proact/rdma_pusher.*
// PROACT on several nodes: real bytes over cards and network, what is refused, what dies; and on
// chosen leaves of a tree.
#include <gmock/gmock.h>

#include "core/text/json.h"
#include "tests/support/proact_runs.h"

namespace gf::test::proact_nodes_test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

Captured run_nodes(const std::string& mechanism, const Words& more) {
  Words all = {"--json", "-p", "nodes=2", "-p", "check=true", "-p", "chunk=16 KiB"};
  all.insert(all.end(), more.begin(), more.end());
  return run_proact(mechanism, all);
}

json results_of(const Captured& one) {
  EXPECT_EQ(one.code, 0) << one.err;
  return one.code == 0 ? core::parse_json(one.out).at("results") : json::object();
}

void expect_right(const json& results, const std::string& what) {
  if (results.empty()) return;
  EXPECT_EQ(results.at("wrong_bytes").at("value"), 0) << what;
  EXPECT_EQ(results.at("stale_reads").at("value"), 0) << what;
  EXPECT_GT(results.at("checked_reads").at("value"), 100) << what;
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
  const json clean = results_of(run_nodes(mechanism, {"-p", workload}));
  expect_right(clean, app);
  const json lossy =
      results_of(run_nodes(mechanism, {"-p", workload, "-p", "node.nic.receiver.loss=0.02", "-p",
                                       "node.nic.sender.timeout=20 us"}));
  expect_right(lossy, app);
  if (lossy.empty() || clean.empty()) return;
  EXPECT_EQ(clean.at("segments_again").at("value"), 0);
  EXPECT_GT(lossy.at("segments_again").at("value"), 0);
  EXPECT_GT(clean.at("network_bytes").at("value"), 100'000);
}

INSTANTIATE_TEST_SUITE_P(ProactNodes, EveryApp,
                         testing::Combine(testing::Values("memcpy", "hw"),
                                          testing::Values("xray_ct", "jacobi", "pagerank", "sssp",
                                                          "als")),
                         name_of);

TEST(ProactNodes, BothWaysCarryTheSameBytesOverTheNetwork) {
  const json copies = results_of(run_nodes("memcpy", {}));
  const json chunks = results_of(run_nodes("hw", {}));
  EXPECT_EQ(copies.at("network_bytes"), chunks.at("network_bytes"));
}

TEST(ProactNodes, ANodeOfOneGpuPushesAllItsChunksByTheCard) {
  expect_right(results_of(run_nodes("hw", {"-p", "gpus=4", "-p", "nodes=4"})), "one GPU each");
  expect_right(results_of(run_nodes("hw", {"-p", "gpus=6", "-p", "nodes=3", "-p", "node.nics=2",
                                           "-p", "network=dragonfly"})),
               "two cards each");
}

TEST(ProactNodes, ReleasesReachOtherNodes) {
  expect_right(results_of(run_nodes("hw", {"-p", "release=true"})), "flushed");
}

TEST(ProactNodes, WhatIsLostIsNamed) {
  const Words dead = {"-p", "port.fails_at=20 us",          "-p", "port.failing=*port_1",
                      "-p", "node.nic.sender.timeout=20 us"};
  const Captured chunks = run_nodes("hw", dead);
  EXPECT_EQ(chunks.code, 1);
  EXPECT_THAT(chunks.err, HasSubstr(": a destination refused it"));
  const Captured copies = run_nodes("memcpy", dead);
  EXPECT_EQ(copies.code, 4);
  EXPECT_THAT(copies.err, HasSubstr("retries exceeded, so the phase cannot end"));
}

TEST(ProactNodes, WhatNoCardCarriesIsRefused) {
  for (const char* mechanism : {"inline", "p2p_loads", "polling", "cdp", "um"}) {
    const Captured got = run_nodes(mechanism, {});
    EXPECT_EQ(got.code, 2) << mechanism;
    EXPECT_THAT(got.err, HasSubstr(std::string("expected 1 with mechanism = ") + mechanism));
  }
  const auto says = [](const Words& words) {
    const Captured got = run_nodes("hw", words);
    EXPECT_EQ(got.code, 2);
    return got.err;
  };
  EXPECT_THAT(says({"-p", "nodes=3"}), HasSubstr("a divisor of gpus = 4"));
  EXPECT_THAT(says({"-p", "node.gpus=1"}), HasSubstr("2, which is gpus / nodes"));
  EXPECT_THAT(says({"-p", "node.nic.work.entries=fetched"}), HasSubstr("expected carried"));
  EXPECT_THAT(says({"-p", "node.gpu.bar=1 GiB"}), HasSubstr("the memory of a GPU"));
  EXPECT_THAT(says({"-p", "network=torus", "-p", "net.x=2", "-p", "net.y=1", "-p", "net.z=1", "-p",
                    "spacing=2"}),
              HasSubstr("at least 3, one for each card: nodes x node.nics, with spacing"));
}

/// One copy of a segment between nodes that are `spacing` routers apart, ns.
double copy_over(unsigned spacing) {
  const Captured got =
      program({"run", "cluster", "--json", "--workload", "ring:bytes=4 KiB", "-p", "nodes=2", "-p",
               "node.gpus=1", "-p", "network=torus", "-p", "net.x=32", "-p", "net.y=1", "-p",
               "net.z=1", "-p", "spacing=" + std::to_string(spacing)});
  EXPECT_EQ(got.code, 0) << got.err;
  return core::parse_json(got.out).at("results").at("end_max").at("value").get<double>() * 1e9;
}

TEST(Spacing, AddsTheTimeOfItsRouters) {
  const double one = copy_over(2) - copy_over(1);
  EXPECT_GT(one, 2.56) << "a cycle of the network at least";
  EXPECT_NEAR(copy_over(8) - copy_over(4), 4 * one, 0.01);
  EXPECT_NEAR(copy_over(24) - copy_over(8), 0, 0.01) << "around the other side of the ring";
}

TEST(Places, PutGpusOnTheLeavesOfATree) {
  const auto on_t2 = [](const std::string& places) {
    return run_proact("hw", {"--json", "-p", "system=4x_kepler", "-p", "pcie.tree=t2", "-p",
                             "pcie.places=" + places, "-p", "check=true"});
  };
  expect_right(results_of(on_t2("6,0,3,5")), "four of eight");
  EXPECT_THAT(on_t2("0,1,2").err, HasSubstr("this one has 3, which must equal `gpus`"));
  EXPECT_THAT(on_t2("0,1,2,8").err, AllOf(HasSubstr("different devices, 0 ... 7")));
}

}  // namespace
}  // namespace gf::test::proact_nodes_test
