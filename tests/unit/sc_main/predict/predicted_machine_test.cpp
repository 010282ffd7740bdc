// SPDX-License-Identifier: Apache-2.0
#include "sc_main/predict/predicted_machine.h"

#include "tests/support/errors.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tlm_models/link/device_name.h"
#include "tlm_models/machine/machine_presets.h"

namespace gf::app::predicted_machine_test {
namespace {

using test::ScratchDirectory;
using test::write_file;

constexpr unsigned kHost0 = model::kFirstHost;

const std::string kNic = "nic0 pcie gen3 x16\n[nic0]\nkind = nic\n";
const std::string kRoot = "[rc]\nkind = root_complex\nmemory = 100 GB/s 100 ns\nchildren = ";
const std::string kNetwork = "[network]\nkind = fat_tree\nk = 4\nn = 2\n";

class PredictedNodes : public testing::Test {
 protected:
  PredictedNodes() {
    write_file(scratch_ / "store.ini", kRoot + kNic);
    write_file(scratch_ / "bare.ini",
               "[rc]\nkind = root_complex\nchildren = gpu[0..2] pcie gen3 x16, " + kNic);
  }
  /// A network whose own machine has two GPUs, the second one first in schedules.
  PredictedMachine network(const std::string& nodes) const {
    const std::string file = scratch_ / "net.ini";
    write_file(file, "ranks = gpu1, gpu0\n" + kRoot + "gpu[0..1] pcie gen3 x16, " + kNic +
                         kNetwork + nodes + "\n");
    return {model::make_machine(file), file};
  }
  const ScratchDirectory scratch_;
};

TEST_F(PredictedNodes, NumbersGoOnFromNodeToNode) {
  const PredictedMachine machine = network("machines = this, store.ini, bare.ini, this");
  EXPECT_EQ(machine.gpus(), 7u);
  EXPECT_EQ(machine.hosts(), 3u);
  EXPECT_EQ(machine.nodes_text(),
            "node_0: this machine, node_1: store, node_2: bare, node_3: this machine");
  EXPECT_EQ(machine.name_of(4), "node_2.gpu2");
  EXPECT_EQ(machine.name_of(6), "node_3.gpu1");
  EXPECT_EQ(machine.name_of(kHost0 + 1), "node_1.host0");
  EXPECT_EQ(machine.first_host(3), kHost0 + 2);
  EXPECT_EQ(machine.device_of(0), 1u) << "the ranks of its file";
  EXPECT_EQ(machine.device_of(3), 3u);
  EXPECT_EQ(machine.device_of(6), 5u);
}

TEST_F(PredictedNodes, PathsLeadWithinANodeOrOverTheNetwork) {
  const PredictedMachine machine = network("machines = this, store.ini, bare.ini");
  EXPECT_EQ(machine.path_of(2, 3), "PHB");
  EXPECT_EQ(machine.path_of(1, 2), "network");
  EXPECT_EQ(machine.path_of(kHost0, 0), "PHB");
  EXPECT_EQ(machine.path_of(kHost0 + 1, 0), "network");
  EXPECT_TRUE(machine.joins(2, kHost0));
  EXPECT_FALSE(machine.stores(0, 1)) << "in a network";
}

TEST_F(PredictedNodes, AHostIsNearInItsOwnNode) {
  const PredictedMachine machine = network("machines = this x2, bare.ini");
  EXPECT_EQ(machine.near_host(1), kHost0);
  EXPECT_EQ(machine.near_host(2), kHost0 + 1);
  EXPECT_FALSE(machine.near_host(4));
  EXPECT_EQ(machine.gpu_without_host(), 4u);
  EXPECT_FALSE(network("nodes = 2").gpu_without_host());
}

TEST_F(PredictedNodes, EqualNodesAreOne) {
  const PredictedMachine mixed = network("machines = this x2, bare.ini, this");
  EXPECT_THAT(mixed.different_nodes(), ElementsAre(0u, 2u));
  EXPECT_EQ(mixed.nodes_text(),
            "node_0 ... node_1: this machine, node_2: bare, node_3: this machine");
  const PredictedMachine equal = network("nodes = 3");
  EXPECT_THAT(equal.different_nodes(), ElementsAre(0u));
  EXPECT_EQ(equal.nodes_text(), "");
}

TEST_F(PredictedNodes, TheNextNodeHasGpus) {
  const PredictedMachine machine = network("machines = store.ini, this, store.ini, bare.ini");
  EXPECT_EQ(machine.next_node(1), 3u);
  EXPECT_EQ(machine.next_node(3), 1u);
  EXPECT_EQ(machine.next_node(0), 1u);
  const PredictedMachine alone = network("machines = this, store.ini");
  EXPECT_EQ(alone.next_node(0), 0u);
}

TEST_F(PredictedNodes, OneGpuIsTooFew) {
  write_file(scratch_ / "one.ini",
             kRoot + "gpu0 pcie gen3 x16, " + kNic + kNetwork + "machines = this, store.ini\n");
  const std::string file = scratch_ / "one.ini";
  EXPECT_THAT(test::error_of([&] { PredictedMachine(model::make_machine(file), file); }),
              HasSubstr("GPUs of the machine = 1"));
}

}  // namespace
}  // namespace gf::app::predicted_machine_test
