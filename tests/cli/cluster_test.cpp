// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/cluster/networked_nodes.h platforms/cluster/cluster.h
// Holds: platforms/cluster/cluster_copies.h platforms/network/shape_if.h docs/cluster.md
// Clusters as a user runs them.
#include <gmock/gmock.h>

#include "core/text/json.h"
#include "tests/support/program.h"

namespace gf::test::cluster_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

Captured run(std::vector<std::string> words) {
  words.insert(words.begin(), {"run", "cluster"});
  return program(words);
}
/// A result of a run with these words, which has to end well.
double result(const std::string& name, std::vector<std::string> words) {
  words.emplace_back("--json");
  const Captured got = run(words);
  EXPECT_EQ(got.code, 0) << got.err;
  return core::parse_json(got.out)["results"][name]["value"].get<double>();
}

TEST(Cluster, ElementsOfACollectiveAreRightAcrossNodes) {
  for (const char* network : {"torus", "dragonfly", "fat_tree", "hyperx"}) {
    const Captured got = run({"--workload", "allreduce:bytes=256 KiB,check=true", "-p",
                              std::string("network=") + network, "-p", "real_bytes=true"});
    EXPECT_EQ(got.code, 0) << got.err;
    EXPECT_THAT(got.out, HasSubstr("allreduce ring"));
  }
}

TEST(Cluster, CopiesWithinANodeDoNotUseTheNetwork) {
  EXPECT_EQ(result("bytes_by_network", {"-p", "nodes=1"}), 0);
  // A ring of 16: 4 of 16 steps cross.
  const double by_network = result("bytes_by_network", {});
  EXPECT_EQ(result("bytes_by_tree", {}), 3 * by_network);
}

TEST(Cluster, StagedCopiesAreSlower) {
  EXPECT_GT(result("collective_0.time", {"-p", "path=staged"}),
            1.5 * result("collective_0.time", {"-p", "path=direct"}));
}

TEST(Cluster, MoreCardsAreFaster) {
  const std::string all = "alltoall:bytes=1 MiB";
  EXPECT_LT(result("collective_0.time", {"--workload", all, "-p", "node.nics=4"}),
            0.5 * result("collective_0.time", {"--workload", all}));
}

TEST(Cluster, LossesCostTimeAndNoBytes) {
  const std::vector<std::string> lossy{"-p", "node.nic.receiver.loss=0.01", "-p",
                                       "real_bytes=true"};
  EXPECT_GT(result("segments_again", lossy), 0);
  EXPECT_GT(result("bytes_compared", lossy), 0);
}

TEST(Cluster, ACopyThatIsLostIsNamed) {
  const Captured got =
      run({"-p", "nodes=2", "-p", "node.gpus=1", "--workload", "sendrecv:bytes=64 KiB", "-p",
           "node.nic.receiver.loss=0.5", "-p", "node.nic.sender.retries=0"});
  EXPECT_EQ(got.code, 4);
  EXPECT_THAT(got.err, AllOf(HasSubstr("copy 1->0: retries exceeded"), HasSubstr("nic_0.sender")));
}

TEST(Cluster, WhatMakesNoMachineIsRefused) {
  const auto refused = [](const std::vector<std::string>& words, const std::string& what) {
    const Captured got = run(words);
    EXPECT_EQ(got.code, 2);
    EXPECT_THAT(got.err, HasSubstr(what));
  };
  refused({"-p", "nodes=100"}, "net.nodes = 64: expected at least 100");
  refused({"-p", "network=ring"}, "one of torus, dragonfly, fat_tree, hyperx");
  refused({"-p", "network=torus", "-p", "net.vcs=1"}, "vcs = 1: expected at least 2");
  refused({"-p", "net.whole_packets=true", "-p", "net.vc_buffer=200"},
          "port.buffer = 32: expected at least packet_flits = 130");
  refused({"-p", "node.nic.pcie.max_payload=4 KiB"},
          "max_payload = 256 B: expected at least 4 KiB");
  refused({"-p", "path=staged", "-p", "node.host.bar=4 MiB"}, "raise node.host.bar");
}

TEST(Cluster, ItsPictureHasTreesAndRouters) {
  EXPECT_THAT(program({"topology", "cluster", "-p", "nodes=2"}).out,
              AllOf(HasSubstr("8 gpu"), HasSubstr("48 router"),
                    HasSubstr("node_1.nic_0  card, 15.754 GB/s; terminal: router_0")));
}

}  // namespace
}  // namespace gf::test::cluster_test
