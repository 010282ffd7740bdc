// SPDX-License-Identifier: Apache-2.0
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::topology_files_test {
namespace {

TEST(Machine, IsReadAsATreeWhereOneIsExpectedAndKeptWithTheRun) {
  const ScratchDirectory scratch;
  write_file(scratch / "sw.ini", "[sw]\nchildren = gpu[0..3] pcie gen3 x16\n");
  write_file(scratch / "m.ini", "include = sw.ini\nabout = four GPUs\n");
  write_file(scratch / "old.ini", "[sw]\nchildren = gpu0, gpu1, gpu2, gpu3\n");
  const auto run = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"run", "-q", "pcie_tree", "--workload", "ring:bytes=1 MiB"});
    const Captured said = exits(0, program(more));
    return said.out;
  };
  const std::string old = run({"--topology", scratch / "old.ini"});
  EXPECT_EQ(run({"--topology", scratch / "m.ini", "-o", scratch / "run"}), old);
  std::filesystem::remove(scratch / "sw.ini");
  std::filesystem::remove(scratch / "m.ini");
  EXPECT_EQ(run({"--config", scratch / "run/config.resolved.ini"}), old);
}

}  // namespace
}  // namespace gf::test::topology_files_test
