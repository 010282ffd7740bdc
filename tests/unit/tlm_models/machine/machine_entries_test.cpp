// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/machine/machine_entries.h"

#include "tests/support/captured.h"
#include "tests/support/machine_reading.h"
#include "tests/support/matchers.h"
#include "tlm_models/machine/machine_reader.h"

namespace gf::model::machine_entries_test {
namespace {

/// Each counts from the file that says it.
TEST(MachineReader, FilesThatAMachineNames) {
  const core::ScratchDirectory scratch;
  test::write_file(scratch / "a/base.ini",
                   "[s]\nchildren = gpu[0..1]\n[gpu[0..1]]\n"
                   "preset = gpus/mine.ini\n");
  test::write_file(scratch / "a/gpus/mine.ini", "clock = 1 ns\n");
  test::write_file(scratch / "m.ini", "include = a/base.ini, t1\n");
  EXPECT_EQ(read_machine_file(scratch / "a/base.ini").devices[1].preset,
            std::string(scratch / "a/gpus/mine.ini"));
  EXPECT_THAT(files_of_machine(scratch / "m.ini"),
              ElementsAre(scratch / "a/base.ini", scratch / "a/gpus/mine.ini"));
  test::write_file(scratch / "net.ini", "[network]\nfile = x.net\nkind = file\n");
  test::write_file(scratch / "a/x.net", "router 0 node 0 node 1\n");
  test::write_file(scratch / "a/m.ini",
                   "include = ../net.ini\n[s]\nchildren = g, n\n[n]\n"
                   "kind = nic\n[network]\nfile = x.net\n");
  EXPECT_EQ(read_machine_file(scratch / "a/m.ini").network->file, std::string(scratch / "a/x.net"));
}

}  // namespace
}  // namespace gf::model::machine_entries_test
