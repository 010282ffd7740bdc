// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cluster_command.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::shape_if_test {
namespace {

using cluster_command::run;

TEST(Cluster, WhatMakesNoMachineIsRefused) {
  const auto refused = [](const std::vector<std::string>& words, const std::string& what) {
    EXPECT_THAT(exits(2, run(words)).err, HasSubstr(what));
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
}  // namespace gf::test::shape_if_test
