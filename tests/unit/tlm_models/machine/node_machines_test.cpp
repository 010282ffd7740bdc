// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/machine/node_machines.h"

#include <sstream>

#include "tests/support/captured.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"
#include "tlm_models/machine/machine_entries.h"
#include "tlm_models/machine/machine_reader.h"
#include "tlm_models/machine/machine_writer.h"

namespace gf::model::node_machines_test {
namespace {

constexpr const char* kNode = "[sw]\nchildren = gpu0, nic0\n[nic0]\nkind = nic\n";

class NodeMachines : public testing::Test {
 protected:
  /// A machine of one GPU and one NIC, with the key `machines` on line 6 of its file.
  MachinePlan with(const std::string& machines) {
    test::write_file(scratch_ / "m.ini", std::string(kNode) + "[network]\nmachines = " + machines +
                                             "\nkind = torus\nx = 4\ny = 4\nz = 1\n");
    return read_machine_file(scratch_ / "m.ini");
  }
  std::string refusal(const std::string& machines) {
    return test::error_of([&] { with(machines); });
  }
  void other(const std::string& name, const std::string& text) {
    test::write_file(scratch_ / name, text);
  }
  const core::ScratchDirectory scratch_;
};

TEST_F(NodeMachines, AreTheNodesInOrder) {
  other("a/big.ini",
        "[sw]\nchildren = gpu[0..1], nic[0..1]\n[nic[0..1]]\nkind = nic\n[gpu[0..1]]\n"
        "preset = gpu.ini\n");
  other("a/gpu.ini", "clock = 1 ns\n");
  const MachinePlan plan = with("a/big.ini x2, this, dgx1_v100, a/big.ini");
  const std::vector<PlannedNodes>& rows = plan.network->machines;
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(plan.network->nodes, 5u);
  EXPECT_EQ(rows[0].count, 2u);
  EXPECT_EQ(rows[0].plan->of_kind(DeviceKind::kGpu).size(), 2u);
  EXPECT_EQ(rows[1].plan, nullptr);
  EXPECT_EQ(rows[2].plan->name, "dgx1_v100");
  EXPECT_EQ(rows[3].plan, rows[0].plan) << "one machine, whose file is read once";
  EXPECT_THAT(files_of_machine(scratch_ / "m.ini"),
              ElementsAre(scratch_ / "a/big.ini", scratch_ / "a/gpu.ini"));

  const std::string text = plan_text(plan);
  std::istringstream in(text);
  const MachinePlan again = read_machine(in, "elsewhere.ini");
  EXPECT_EQ(plan_text(again), text);
  EXPECT_EQ(again.network->machines[3].count, 1u);
}

TEST_F(NodeMachines, OfThisMachineAloneAreItsCopies) {
  const MachinePlan plan = with("this, this x3");
  EXPECT_EQ(plan.network->nodes, 4u);
  EXPECT_TRUE(plan.network->machines.empty());
}

TEST_F(NodeMachines, ErrorsNameThePlace) {
  other("net.ini", std::string(kNode) + "[network]\nkind = torus\n");
  other("bare.ini", "[sw]\nchildren = gpu0\n");
  other("idle.ini", "[sw]\nchildren = nic0\n[nic0]\nkind = nic\n");
  other("wrong.ini", "[sw]\nchildren = gpu0 pcie gen9\n");
  other("big.ini", kNode);
  other("b/big.ini", kNode);
  other("2x.ini", kNode);
  const auto expect = [&](const std::string& machines, const std::string& cause) {
    EXPECT_THAT(refusal(machines), AllOf(HasSubstr("m.ini:6: machines: "), HasSubstr(cause)))
        << machines;
  };
  expect("this, no.ini", "'no.ini' is neither a preset nor a file there");
  expect("this, net.ini", "has a [network] of its own");
  EXPECT_THAT(refusal("this, net.ini"), HasSubstr("net.ini:6"));
  expect("this, m.ini", "has a [network] of its own");
  expect("this, bare.ini", "bare.ini has no NIC");
  expect("this, idle.ini", "neither a GPU nor a host memory");
  expect("this x0", "'this x0'");
  expect("this x1025", "1 to 1024 nodes");
  expect("this 2", "NAME xN");
  expect("this x1000, big.ini x1000", "2000 nodes or more; expected at most 1024");
  expect("big.ini x2", "this machine is none of them");
  expect("this, big.ini, b/big.ini", "two machines with the name big");
  expect("this, 2x.ini", "the name '2x'");
  EXPECT_THAT(refusal("this, wrong.ini"), HasSubstr("wrong.ini:2: the link 'pcie gen9'"));
  EXPECT_THAT(refusal("this x1000"),
              AllOf(HasSubstr("m.ini:6: 1000 nodes with 1000 NICs"), HasSubstr("at most 16 NICs")));
  EXPECT_THAT(refusal("this x2\nnodes = 2"),
              AllOf(HasSubstr("m.ini:7"), HasSubstr("nodes in a network with machines")));
}

}  // namespace
}  // namespace gf::model::node_machines_test
