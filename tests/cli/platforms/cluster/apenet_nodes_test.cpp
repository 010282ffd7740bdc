// SPDX-License-Identifier: Apache-2.0
#include "core/text/json.h"
#include "tests/support/machine_runs.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/run_file.h"

namespace gf::test::apenet_nodes_test {
namespace {

using machine_runs::results;

TEST(Machine, ApenetCardsAreThoseOfTheirPlatform) {
  const std::string work = "allreduce:bytes=64 KiB,check=true";
  const auto all = results({"--machine", "apenet_node", "--workload", work});
  EXPECT_EQ(all["elements_wrong"]["value"].get<double>(), 0);
  const Captured run =
      program({"run", "apenet_cluster", "--json", "--workload", work, "-p", "src=gpu", "-p",
               "dst=gpu", "-p", "host.rate=10 GB/s", "-p", "memory_rate=150 GB/s"});
  const auto same = core::parse_json(run.out)["results"];
  EXPECT_EQ(all["collective_0.time"], same["collective_0.time"]);
  const ScratchDirectory scratch;
  write_file(scratch / "m.ini", "include = apenet_node\n[network]\nkind = fat_tree\n");
  EXPECT_THAT(exits(5, program({"check", scratch / "m.ini"})).out, HasSubstr("m.ini:3"));
  write_file(scratch / "m.ini", "include = apenet_node\n[network]\nnodes = 4\n");
  EXPECT_THAT(program({"run", "cluster", "--machine", scratch / "m.ini"}).err,
              HasSubstr("4 nodes on a torus of 8 routers; expected one node per router"));
  write_file(scratch / "m.ini", "include = apenet_node\n[network]\nnodes_per_router = 2\n");
  EXPECT_THAT(program({"check", scratch / "m.ini"}).out,
              HasSubstr("a network that APEnet+ cards cannot form"));
  write_file(scratch / "m.ini", "include = apenet_node\n[nic0]\npreset = mellanox\n");
  EXPECT_THAT(program({"check", scratch / "m.ini"}).out, HasSubstr("'mellanox' of nic0"));
}

TEST(Machine, RanksShareOutItsApenetCards) {
  if (!GF_HAS_MPI) GTEST_SKIP() << "the program has no MPI";
  const ScratchDirectory scratch;
  for (const std::string ranks : {"1", "2"}) {
    exits(0,
          program({"run", "cluster", "--machine", "apenet_node", "--workload",
                   "alltoall:bytes=4 KiB", "-q", "--ranks", ranks, "--outdir", scratch / ranks}));
  }
  for (const char* file : {"stats.csv", "tasks.csv"})
    EXPECT_EQ(run_file(scratch / "1", file), run_file(scratch / "2", file)) << file;
}

}  // namespace
}  // namespace gf::test::apenet_nodes_test
