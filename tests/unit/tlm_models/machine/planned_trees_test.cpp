// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/machine/planned_trees.h"

#include <fstream>
#include <optional>
#include <sstream>

#include "tests/support/machine_reading.h"
#include "tests/support/matchers.h"
#include "tlm_models/machine/machine_reader.h"
#include "tlm_models/topology/pcie/pcie_presets.h"
#include "tlm_models/topology/pcie/pcie_tree_io.h"

namespace gf::model::planned_trees_test {
namespace {

using namespace machine_reading;  // NOLINT: what these tests share

TEST(MachineReader, RangeOfParentsDealsItsChildrenOut) {
  const MachinePlan plan = read(kTwoRoots);
  const auto trees = pcie_trees(plan);
  ASSERT_EQ(trees.size(), 1u) << "the socket link joins both";
  const PcieTree& tree = trees[0].tree;
  EXPECT_EQ(tree.node(tree.node(tree.device_node(1)).parent).name, "rc0");
  EXPECT_EQ(tree.node(tree.node(tree.device_node(2)).parent).name, "rc1");
  EXPECT_EQ(tree.sockets_crossed(0, 1), 0u);
  EXPECT_EQ(tree.sockets_crossed(0, 3), 1u);
  EXPECT_TRUE(tree.is_socket(tree.find("rc1")));
  EXPECT_EQ(to_text(*trees[0].up[tree.find("gpu3")]->spec), "pcie gen4 x8");
  EXPECT_EQ(to_text(*trees[0].up[tree.find("rc1")]->spec), "socket 20 GB/s 30 ns");
  EXPECT_EQ(plan.devices[trees[0].devices[tree.find("gpu3")]].name, "gpu3");
}

TEST(MachineReader, SocketLinksOfARingAreCrossLinksOfATree) {
  const MachinePlan plan = read(
      "[r[0..3]]\nkind = root_complex\nchildren = gpu[0..3]\n"
      "[r0]\nlinks = r1 socket, r3 socket\n[r2]\nlinks = r1 socket, r3 socket 30 GB/s\n");
  const auto trees = pcie_trees(plan);
  ASSERT_EQ(trees.size(), 1u);
  const PcieTree& tree = trees[0].tree;
  ASSERT_EQ(tree.cross_links().size(), 1u);
  ASSERT_EQ(trees[0].cross.size(), 1u);
  EXPECT_EQ(to_text(*trees[0].cross[0]->spec), "socket 30 GB/s");
  EXPECT_EQ(plan.devices[trees[0].cross[0]->a].name, tree.node(tree.cross_links()[0].a).name);
  EXPECT_EQ(tree.sockets_crossed(2, 3), 1u);
  EXPECT_EQ(tree.sockets_crossed(1, 3), 2u);
}

TEST(MachineReader, EachTreeFileIsAMachine) {
  for (const char* name : {"t1", "t2", "rc:2,3,2", "chain:3"}) {
    const PcieTree tree = make_pcie_tree(name);
    std::ostringstream text;
    write_pcie_tree_ini(text, tree);
    const MachinePlan plan = read(text.str());
    const auto trees = pcie_trees(plan);
    ASSERT_EQ(trees.size(), 1u) << name;
    ASSERT_EQ(trees[0].tree.nodes().size(), tree.nodes().size()) << name;
    for (unsigned i = 0; i < tree.nodes().size(); ++i) {
      EXPECT_EQ(trees[0].tree.node(i).name, tree.node(i).name);
      EXPECT_EQ(trees[0].tree.node(i).kind, tree.node(i).kind);
      EXPECT_EQ(trees[0].tree.node(i).children, tree.node(i).children);
      EXPECT_EQ(trees[0].tree.node(i).device, tree.node(i).device);
    }
    for (const PlannedLink& link : plan.links) EXPECT_FALSE(link.spec) << "nothing is said of it";
  }
}

TEST(MachineReader, GpusComeFirstWhateverHangsBetweenThem) {
  const MachinePlan plan = read(
      "[rc]\nkind = root_complex\nchildren = nic0, dev0, gpu1, host0, gpu0\n"
      "[nic0]\nkind = nic\n[host0]\nkind = host\n[dev0]\nkind = device\nmodel = m\n");
  const PcieTree tree = pcie_trees(plan)[0].tree;
  EXPECT_EQ(tree.node(tree.device_node(0)).name, "gpu0");
  EXPECT_EQ(tree.node(tree.device_node(1)).name, "gpu1");
  EXPECT_EQ(tree.node(tree.device_node(2)).name, "host0");
  EXPECT_EQ(tree.node(tree.device_node(3)).name, "dev0");
  EXPECT_EQ(tree.node(tree.device_node(4)).name, "nic0");
  EXPECT_THAT(names_of(plan, plan.of_kind(DeviceKind::kGpu)), ElementsAre("gpu0", "gpu1"));
  EXPECT_EQ(tree.node(tree.find("rc")).children.size(), 5u);
  EXPECT_EQ(tree.node(tree.find("nic0")).parent_port, 0u) << "ports in the order of the file";
}

TEST(NearHosts, FewestHopsThenTheFirst) {
  // rc0 - rc1 - rc2 - rc3 - rc4, with memory at both ends; for the GPU in the middle both are SYS.
  const MachinePlan plan = read(
      "[rc[0..5]]\nkind = root_complex\nchildren = gpu[0..5]\n"
      "[rc0]\nmemory = 100 GB/s 100 ns\nlinks = rc1 socket\n"
      "[rc2]\nlinks = rc1 socket, rc3 socket\n"
      "[rc4]\nmemory = 100 GB/s 100 ns\nlinks = rc3 socket\n");
  EXPECT_THAT(near_hosts(plan), ElementsAre(0u, 0u, 0u, 1u, 1u, std::nullopt));
}

TEST(NearHosts, AreByThePlaceOfGpusInSchedules) {
  const MachinePlan plan = read(
      "ranks = gpu1, gpu0\n[rc[0..1]]\nkind = root_complex\nmemory = 100 GB/s 100 ns\n"
      "children = gpu[0..1]\n[rc0]\nlinks = rc1 socket\n");
  EXPECT_THAT(near_hosts(plan), ElementsAre(1u, 0u));
}

TEST(MachineReader, DotFileOfATreeIsAMachine) {
  const std::string file = testing::TempDir() + "machine_reader_test.dot";
  std::ofstream(file) << "digraph { rc [kind=root_complex]; rc -> sw -> { gpu0 gpu1 } }\n";
  const MachinePlan plan = read_machine_file(file);
  EXPECT_EQ(plan.of_kind(DeviceKind::kGpu).size(), 2u);
  EXPECT_EQ(plan.of_kind(DeviceKind::kRootComplex).size(), 1u);
  EXPECT_EQ(pcie_trees(plan)[0].tree.depth(), 2u);
}

}  // namespace
}  // namespace gf::model::planned_trees_test
