// SPDX-License-Identifier: Apache-2.0
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::topology_test {
namespace {

TEST(Topology, TextDotAndCsv) {
  EXPECT_THAT(program({"topology", "pcie_t2"}).out, HasSubstr("gpu7"));
  EXPECT_THAT(program({"topology", "pcie_t2", "--csv"}).out, HasSubstr("gpu7,"));
  EXPECT_EQ(program({"topology", "pcie_t2", "--csv", "--dot"}).code, 2);
}

TEST(Topology, DotReadsBackAsATree) {
  const ScratchDirectory scratch;
  const auto shown = [](const std::string& tree, const char* format) {
    return program({"topology", "pcie_tree", "--topology", tree, format}).out;
  };
  for (const char* name : {"t1", "t2", "t2_even4", "rc:3,2", "switch:2,1,2", "chain:3"}) {
    const std::string file = scratch / "tree.dot";
    write_file(file, shown(name, "--dot"));
    EXPECT_EQ(program({"check", file}).code, 0) << name;
    EXPECT_THAT(shown(name, "--csv"), HasSubstr(",gpu,0,"));
    EXPECT_EQ(shown(file, "--csv"), shown(name, "--csv"));
  }
}

TEST(Topology, MatricesAreOfEachMachineOfANetwork) {
  const ScratchDirectory scratch;
  write_file(scratch / "one.ini",
             "[rc]\nkind = root_complex\nchildren = gpu0, nic0\n[nic0]\nkind = nic\n");
  write_file(
      scratch / "net.ini",
      "[rc]\nkind = root_complex\nchildren = gpu[0..1], nic0\n[nic0]\nkind = nic\n[network]\n"
      "kind = fat_tree\nk = 4\nn = 2\nmachines = this, one.ini x2\n");
  const Captured run = exits(0, program({"topology", scratch / "net.ini", "--matrix"}));
  const std::size_t other = run.out.find("\none\n");
  ASSERT_NE(other, run.out.npos);
  EXPECT_THAT(run.out, StartsWith("this machine\n"));
  EXPECT_THAT(run.out.substr(0, other), HasSubstr("gpu1"));
  EXPECT_THAT(run.out.substr(other), AllOf(ContainsRegex("gpu0 +X +PHB"), Not(HasSubstr("gpu1"))));
  EXPECT_THAT(program({"topology", scratch / "one.ini", "--matrix"}).out,
              Not(HasSubstr("machine")));
}

}  // namespace
}  // namespace gf::test::topology_test
