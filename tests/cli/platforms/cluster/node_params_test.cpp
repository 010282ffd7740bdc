// SPDX-License-Identifier: Apache-2.0
#include "tests/support/machine_runs.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::node_params_test {
namespace {

using machine_runs::copy_time;

TEST(Machine, FileSetsParametersThatTheUserMaySetAgain) {
  const ScratchDirectory scratch;
  write_file(scratch / "m.ini", "include = two_socket\n[parameters]\nrc*.hop_latency = 1 us\n");
  const double slow = copy_time(scratch / "m.ini", 0, 4);
  const double again = copy_time(scratch / "m.ini", 0, 4, {"-p", "rc*.hop_latency=150 ns"});
  EXPECT_GT(slow, again);
  EXPECT_EQ(again, copy_time("two_socket", 0, 4));
  write_file(scratch / "m.ini", "include = two_socket\n[parameters]\nrc9.hop_latency = 1 us\n");
  EXPECT_THAT(program({"run", "cluster", "--machine", scratch / "m.ini"}).err,
              AllOf(HasSubstr("m.ini:3"), HasSubstr("rc9.hop_latency")));
}

TEST(Machine, LanesOfNvlinkAreParameters) {
  const std::string rate = "nvlink.lane_rate";
  const double plain = copy_time("dgx1_v100", 0, 1);  // one link of 8 x 3.125 GB/s
  EXPECT_EQ(copy_time("dgx1_v100", 0, 1, {"-p", rate + "=3.125 GB/s"}), plain);
  const double slow = copy_time("dgx1_v100", 0, 1, {"-p", rate + "=1 GB/s"});
  EXPECT_GT(slow, 4194304.0 / 8e9);
  EXPECT_LT(slow, 1.1 * 4194304.0 / 8e9);
  EXPECT_EQ(copy_time("dgx1_v100", 0, 1, {"-p", "*.lane_rate=1 GB/s"}), slow);
  EXPECT_NEAR(copy_time("dgx1_v100", 0, 1, {"-p", rate + "=2 GB/s", "-p", "nvlink.lanes=8"}), slow,
              1e-4 * slow);
  EXPECT_THAT(program({"params", "cluster", "-p", "machine=dgx1_v100", "--json"}).out,
              AllOf(HasSubstr(rate), HasSubstr("3.125 GB/s"), HasSubstr("V100 whitepaper")));
}

TEST(Machine, EachKindOfNvlinkHasLanesOfItsOwn) {
  const ScratchDirectory scratch;
  write_file(scratch / "m.ini",
             "[gpu[0..2]]\npreset = v100\n[gpu0]\nlinks = gpu1 nvlink2 x1\n[gpu1]\n"
             "links = gpu2 nvlink4 x1\n");
  const std::string machine = scratch / "m.ini";
  const double old = copy_time(machine, 0, 1), fresh = copy_time(machine, 1, 2);
  const Words slower{"-p", "nvlink4.lane_rate=1 GB/s"};
  EXPECT_EQ(copy_time(machine, 0, 1, slower), old);
  EXPECT_GT(copy_time(machine, 1, 2, slower), 5 * fresh);
  EXPECT_EQ(program({"run", "cluster", "--machine", machine, "-p", "nvlink.lane_rate=1 GB/s"}).code,
            2);
}

TEST(Machine, PayloadsOfATreeWithCardsChangeTogether) {
  const ScratchDirectory scratch;
  write_file(scratch / "m.ini", machine_runs::kTwoNics);
  const auto time = [&](const std::string& payload) {
    return copy_time(scratch / "m.ini", 0, 1, {"-p", "*.max_payload=" + payload});
  };
  const double usual = time("256 B");
  EXPECT_GT(time("128 B"), usual);
  EXPECT_LT(time("512 B"), usual);
  EXPECT_THAT(program({"run", "cluster", "--machine", scratch / "m.ini", "--workload",
                       "alltoall:bytes=4 KiB", "-p", "node.nic.pcie.max_payload=512 B"})
                  .err,
              HasSubstr("expected at least 512 B"));
}

TEST(Machine, SamplesHaveWindowsThatCoverAGpusMemory) {
  const ScratchDirectory scratch;
  write_file(scratch / "m.ini", machine_runs::kLinked);
  const Captured run =
      exits(0, machine_runs::predict({scratch / "m.ini", "--bytes", "4 KiB", "--reduce-bytes",
                                      "4 KiB", "--with-doubt", "--samples", "4"}));
  EXPECT_EQ(run.err, "") << "no sample fails";
}

/// Returns all output of the program about a machine, and of a run on it.
std::string behaviour(const std::string& machine) {
  return program({"topology", "cluster", "--machine", machine}).out +
         program({"params", "cluster", "-p", "machine=" + machine}).out +
         program(
             {"run", "-q", "cluster", "--machine", machine, "--workload", "all_to_all:bytes=4 KiB"})
             .out +
         program({"topology", machine}).out;
}

/// No key is read and then ignored.
TEST(Machine, EachKeyChangesSomething) {
  const ScratchDirectory scratch;
  write_file(scratch / "a.inc", "[parameters]\ngraph_gap = 20 us\n");
  write_file(scratch / "b.inc", "[parameters]\ngraph_gap = 30 us\n");
  write_file(scratch / "a.net", "router 0 node 0 node 1 router 1 3\nrouter 1 node 2 node 3\n");
  write_file(scratch / "b.net", "router 0 node 0 node 1 router 1 9\nrouter 1 node 2 node 3\n");
  const std::string node =
      "include = a.inc\nabout = base\nranks = gpu[0..2]\nrelays = none\n"
      "[rc]\nkind = root_complex\nchildren = sw pcie gen3 x16\n[sw]\nlanes = 96\n"
      "children = gpu[0..2], nic[0..1] pcie gen3 x16\n[gpu[0..2]]\npreset = v100\n"
      "pcie = gen3 x16\nnvlinks = nvlink2 x2\n[gpu0]\nlinks = gpu1 nvlink2 x1\n[gpu1]\n"
      "links = gpu2 nvlink2 x1\n[nic[0..1]]\nkind = nic\n[parameters]\npath = direct\n[network]\n";
  const std::string shaped =
      node + "kind = hyperx\nl = 1\ns = 2\nt = 2\nnodes = 2\nnics = nic[0..1]\n";
  const std::string filed = node + "kind = file\nfile = a.net\n";
  const std::vector<std::pair<std::string, std::string>> of_both{
      {"a.inc", "b.inc"},
      {"about = base", "about = other"},
      {"ranks = gpu[0..2]", "ranks = gpu2, gpu1, gpu0"},
      {"relays = none", "relays = nearest"},
      {"kind = root_complex\n", "kind = switch\n"},
      {"children = sw pcie gen3", "children = sw pcie gen2"},
      {"lanes = 96", "lanes = 80"},
      {"preset = v100", "preset = p100"},
      {"pcie = gen3 x16\nnvlinks", "pcie = gen2 x8\nnvlinks"},
      {"nvlinks = nvlink2 x2", "nvlinks = nvlink2 x1"},
      {"gpu1 nvlink2 x1", "gpu1 nvlink2 x2"},
      {"path = direct", "path = staged"}};
  const auto check = [&](const std::string& base,
                         const std::vector<std::pair<std::string, std::string>>& changes) {
    write_file(scratch / "m.ini", base);
    const std::string before = behaviour(scratch / "m.ini");
    for (const auto& [from, to] : changes) {
      std::string text = base;
      ASSERT_NE(text.find(from), text.npos) << from;
      write_file(scratch / "m.ini", text.replace(text.find(from), from.size(), to));
      EXPECT_TRUE(behaviour(scratch / "m.ini") != before) << to;
    }
  };
  check(shaped, of_both);
  check(shaped, {{"kind = hyperx\nl = 1\ns = 2\nt = 2", "kind = torus\nx = 4\ny = 1\nz = 1"},
                 {"t = 2", "t = 4"},
                 {"nodes = 2", "nodes = 1"},
                 {"nics = nic[0..1]", "nics = nic1"}});
  check(filed, {{"a.net", "b.net"}});
}

}  // namespace
}  // namespace gf::test::node_params_test
