// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/cluster/cluster_node.h
// Holds: platforms/cluster/cluster_copies.h
// Holds: platforms/network/shape_if.h
// Everybody sends to everybody, on each network, with losses, with real bytes that are compared; at
// the end every queue is empty and every credit home.
#include "core/time/watchdog.h"
#include "tests/support/cluster_bench.h"
#include "workloads/copies/copy_generators.h"

namespace gf::cluster_test {
namespace {

struct Machine {
  const char* network;
  unsigned nodes, gpus, nics, switches;
  double loss;
  const char* path;
};
void PrintTo(const Machine& one, std::ostream* out) {
  *out << one.network << ' ' << one.nodes << 'x' << one.gpus << ", " << one.nics << " cards, loss "
       << one.loss << ", " << one.path;
}

class ClusterAllToAll : public testing::TestWithParam<Machine>, public test::ClusterCopiesBench {
 protected:
  void build_machine() {
    const Machine& machine = GetParam();
    params.network = machine.network;
    params.nodes = machine.nodes;
    params.node.gpus = machine.gpus;
    params.node.nics = machine.nics;
    params.node.switches = machine.switches;
    params.node.nic.receiver.loss = machine.loss;
    params.node.nic.sender.timeout = sc_core::sc_time(100, sc_core::SC_US);
    copies_params.path = machine.path;
    build();
  }
};

TEST_P(ClusterAllToAll, NothingIsLostAndEverythingComesHome) {
  build_machine();
  const unsigned devices = copies->devices();
  start({model::workload::all_to_all(devices, model::workload::AllToAllOrder::kIndex,
                                     core::Bytes(30'001))});
  expect_quiescent();
  ASSERT_TRUE(runner->results().front().complete);
  EXPECT_EQ(bytes->difference(), "");
  EXPECT_EQ(bytes->bytes_compared(), std::uint64_t{devices} * (devices - 1) * 30'001);
  std::uint64_t corrupt = 0, again = 0;
  for (unsigned i = 0; i < cluster->size(); ++i) {
    for (unsigned n = 0; n < cluster->node(i).nics(); ++n) {
      corrupt += cluster->node(i).nic(n).receiver.stats().corrupt.value();
      again += cluster->node(i).nic(n).sender.stats().again.value();
    }
  }
  EXPECT_EQ(corrupt > 0, GetParam().loss > 0);
  EXPECT_EQ(again > 0, GetParam().loss > 0) << "in order and lossless: nothing is sent again";
}

INSTANTIATE_TEST_SUITE_P(Machines, ClusterAllToAll,
                         testing::Values(Machine{"torus", 8, 2, 1, 1, 0, "direct"},
                                         Machine{"dragonfly", 9, 1, 1, 0, 0, "direct"},
                                         Machine{"fat_tree", 4, 4, 2, 2, 0, "direct"},
                                         Machine{"hyperx", 8, 2, 1, 1, 0, "direct"},
                                         Machine{"fat_tree", 4, 4, 2, 2, 0.02, "direct"},
                                         Machine{"torus", 8, 2, 1, 1, 0.02, "direct"},
                                         Machine{"fat_tree", 4, 2, 1, 1, 0, "staged"},
                                         Machine{"hyperx", 4, 2, 2, 1, 0.02, "staged"}));

TEST(ClusterFaults, ACardThatHearsNothingEndsTheRunAndTheCopyIsNamed) {
  test::ClusterCopiesBench bench;
  bench.params.nodes = 2;
  bench.params.node.gpus = 1;
  bench.params.node.nic.receiver.loss = 0.5;
  bench.params.node.nic.sender.retries = 0;
  bench.params.node.nic.sender.timeout = sc_core::sc_time(20, sc_core::SC_US);
  bench.build();
  bench.start({model::workload::all_to_all(2, model::workload::AllToAllOrder::kIndex,
                                           core::Bytes(1 << 20))});
  ASSERT_FALSE(bench.copies->lost().empty());
  EXPECT_EQ(bench.copies->lost().front().substr(0, 5), "copy ");
  EXPECT_THAT(core::explain(core::pending_waits()), testing::HasSubstr("nic_0.sender"));
}

}  // namespace
}  // namespace gf::cluster_test
