// SPDX-License-Identifier: Apache-2.0
#include "tests/support/machine_runs.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::planned_node_test {
namespace {

TEST(Machine, FilesOfPresetsAreProven) {
  for (const char* name : {"t2", "two_socket", "dgx1_v100", "hgx_16", "dgx_h100", "apenet_node"}) {
    const std::string file =
        std::string(GF_SOURCE_DIR) + "/tlm_models/machine/presets/" + name + ".ini";
    const Captured check = exits(0, program({"check", file}));
    EXPECT_THAT(check.out, AllOf(HasSubstr("ok, machine: "), HasSubstr("connected"))) << name;
  }
}

TEST(Machine, WrongFilesAreRefusedWithTheirLine) {
  const ScratchDirectory scratch;
  write_file(scratch / "m.ini", "[rc[0..1]]\nkind = root_complex\nchildren = gpu[0..3]\n");
  EXPECT_THAT(exits(5, program({"check", scratch / "m.ini"})).out,
              HasSubstr("rc1 is not connected to rc0"));
  write_file(scratch / "m.ini", "about = x\n[s]\nchildren = gpu[0..1] pcie gen7 x16\n");
  EXPECT_THAT(program({"check", scratch / "m.ini"}).out, HasSubstr("m.ini:3: "));
  EXPECT_EQ(program({"run", "cluster", "--machine", scratch / "m.ini"}).code, 5);
  EXPECT_EQ(program({"run", "cluster", "--machine", "no_such"}).code, 2);
}

TEST(Machine, IsShownWithoutBeingBuilt) {
  EXPECT_THAT(program({"topology", "two_socket", "--dot"}).out,
              AllOf(HasSubstr("\"rc0\" -> \"rc1\" [class=socket"), HasSubstr("taillabel"),
                    HasSubstr("pcie gen3 x16, 15.754 GB/s")));
  EXPECT_THAT(program({"topology", "nvl72"}).out, HasSubstr("nvswitch17"));
  EXPECT_EQ(program({"topology", "two_socket", "-p", "x=1"}).code, 2);
}

}  // namespace
}  // namespace gf::test::planned_node_test
