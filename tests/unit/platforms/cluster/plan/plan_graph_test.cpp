// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/plan/plan_graph.h"

#include <sstream>

#include "platforms/graph_writers.h"
#include "tests/support/matchers.h"
#include "tests/support/captured.h"
#include "tlm_models/machine/machine_presets.h"
#include "tlm_models/machine/machine_reader.h"

namespace gf::platforms::cluster::plan_graph_test {
namespace {

std::string dot(const model::MachinePlan& plan) {
  std::ostringstream out;
  write_graph_dot(out, graph_of(plan));
  return out.str();
}

TEST(PlanGraph, ShowsPortsKindsAndRates) {
  std::istringstream in(
      "[rc[0..1]]\nkind = root_complex\nchildren = gpu[0..3] pcie gen4 x16\n[rc0]\n"
      "links = rc1 socket 20 GB/s 30 ns\n[gpu0]\nlinks = gpu1 nvlink3 x4\n");
  EXPECT_THAT(
      dot(model::read_machine(in, "m.ini")),
      AllOf(HasSubstr("\"rc0\" -> \"gpu1\" [class=pcie, taillabel=\"1\", headlabel=\"0\", "
                      "label=\"pcie gen4 x16, 31.508 GB/s\"]"),
            HasSubstr("\"rc0\" -> \"rc1\" [class=socket, taillabel=\"2\", headlabel=\"2\", "
                      "label=\"socket 20 GB/s 30 ns, 20 GB/s\"]"),
            HasSubstr("\"gpu0\" -> \"gpu1\" [class=nvlink"), HasSubstr("nvlink3 x4, 100 GB/s")));
}

TEST(PlanGraph, HasEveryDeviceAndLinkOfEachPreset) {
  for (const std::string& name : model::machine_preset_names()) {
    const model::MachinePlan plan = model::make_machine(name);
    const Graph graph = graph_of(plan);
    EXPECT_EQ(graph.nodes.size(), plan.devices.size()) << name;
    EXPECT_EQ(graph.links.size(), plan.links.size()) << name;
  }
}

TEST(PlanGraph, HasTheOtherMachinesOfANetworkOnce) {
  const test::ScratchDirectory scratch;
  const std::string nic = "nic0 pcie gen3 x16\n[nic0]\nkind = nic\n";
  const std::string root = "[rc]\nkind = root_complex\nmemory = 100 GB/s 90 ns\nchildren = ";
  test::write_file(scratch / "store.ini", root + nic);
  test::write_file(scratch / "net.ini",
                   root + "gpu[0..1] pcie gen4 x16, " + nic +
                       "[network]\nkind = fat_tree\nk = 4\nn = 2\nmachines = this, store.ini x2, "
                       "this\n");
  const model::MachinePlan plan = model::make_machine(scratch / "net.ini");
  EXPECT_THAT(other_machines(*plan.network), SizeIs(1));
  const Graph graph = graph_of(plan);
  EXPECT_EQ(graph.title,
            "net\n4 nodes (1 of this machine, 2 of store, 1 of this machine) on a "
            "fat_tree");
  EXPECT_EQ(graph.nodes.size(), 8u);  // a root, two GPUs, a NIC, a host; a root, a NIC, a host
  EXPECT_EQ(graph.links.size(), 6u);
  EXPECT_EQ(graph.nodes.back().name, "store.host0");
  EXPECT_EQ(graph.nodes.back().group, "store");
  EXPECT_EQ(graph.links.back().from.node, "store.rc");
}

}  // namespace
}  // namespace gf::platforms::cluster::plan_graph_test
