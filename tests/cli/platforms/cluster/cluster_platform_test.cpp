// SPDX-License-Identifier: Apache-2.0
// Machines of files and presets: checked, shown, run.
#include <filesystem>

#include "tests/support/machine_runs.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::cluster_platform_test {
namespace {

using machine_runs::results;

TEST(Machine, PresetsAreListed) {
  EXPECT_THAT(program({"list", "--machines"}).out,
              AllOf(HasSubstr("two_socket"), HasSubstr("DGX-1V"), HasSubstr("nvl72")));
  EXPECT_THAT(program({"list", "--machines", "--json"}).out, HasSubstr("\"name\": \"hgx_16\""));
}

/// As IsTheNodeOfItsNetwork has it, but that the network is a ring of routers in a file.
TEST(Machine, FilesThatItReadsAreKeptWithARun) {
  const ScratchDirectory scratch;
  std::filesystem::create_directory(scratch / "nets");
  write_file(scratch / "nets/ring.net",
             "router 0 node 0 node 1 router 1 3\nrouter 1 node 2 node 3 router 2 3\n"
             "router 2 node 4 node 5 router 0 3\n");
  write_file(scratch / "node.ini",
             "[rc]\nkind = root_complex\nchildren = gpu[0..1], nic[0..1]\n"
             "[nic[0..1]]\nkind = nic\n");
  write_file(scratch / "m.ini",
             "include = node.ini\n[network]\nkind = file\nfile = nets/ring.net\n");
  const std::string work = "allreduce:bytes=64 KiB,check=true";
  const auto all =
      results({"--machine", scratch / "m.ini", "--workload", work, "-o", scratch / "run"});
  EXPECT_EQ(all["elements_wrong"]["value"].get<double>(), 0);
  EXPECT_GT(all["bytes_by_network"]["value"].get<double>(), 0);
  EXPECT_EQ(read_file(scratch / "run/inputs/nets/ring.net"), read_file(scratch / "nets/ring.net"));
  // The run is repeated from its directory alone.
  std::filesystem::remove(scratch / "node.ini");
  std::filesystem::remove(scratch / "nets/ring.net");
  const auto again = results({"--config", scratch / "run/config.resolved.ini"});
  EXPECT_EQ(again["collective_0.time"], all["collective_0.time"]);
}

/// A run does not read the files that its machine names by absolute paths; it keeps copies.
TEST(Machine, FilesOfAbsoluteNamesAreKeptWithARun) {
  const ScratchDirectory scratch, elsewhere;
  write_file(elsewhere / "node.ini",
             "[rc]\nkind = root_complex\nchildren = gpu[0..1], nic0\n[nic0]\nkind = nic\n");
  write_file(
      elsewhere / "ring.net",
      "router 0 node 0 router 1 3\nrouter 1 node 1 router 2 3\nrouter 2 node 2 router 0 3\n");
  write_file(elsewhere / "gpu.ini", "clock = 700 ps\n[gpu.memory]\nchannel_rate = 50 GB/s\n");
  write_file(scratch / "m.ini",
             "include = " + std::string(elsewhere / "node.ini") +
                 "\n[gpu[0..1]]\npreset = " + std::string(elsewhere / "gpu.ini") +
                 "\n[network]\nkind = file\nfile = " + std::string(elsewhere / "ring.net") + "\n");
  const std::string work = "allreduce:bytes=64 KiB";
  const auto all =
      results({"--machine", scratch / "m.ini", "--workload", work, "-o", scratch / "run"});
  for (const char* name : {"node.ini", "ring.net", "gpu.ini"}) write_file(elsewhere / name, "[");
  const auto again = results({"--config", scratch / "run/config.resolved.ini"});
  EXPECT_EQ(again["collective_0.time"], all["collective_0.time"]);
}

}  // namespace
}  // namespace gf::test::cluster_platform_test
