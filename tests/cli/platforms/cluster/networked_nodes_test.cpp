// SPDX-License-Identifier: Apache-2.0
#include <sstream>

#include "tests/support/machine_runs.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::networked_nodes_test {
namespace {

using namespace machine_runs;  // NOLINT: what these tests share

TEST(Machine, NvlinkInTheNodesOfANetwork) {
  const ScratchDirectory scratch;
  write_file(scratch / "m.ini",
             "include = dgx1_v100\n[network]\nkind = dragonfly\np = 2\na = 2\nh = 1\nnodes = 2\n");
  for (const char* path : {"direct", "staged"}) {
    const auto all =
        results({"--machine", scratch / "m.ini", "--workload", "all_to_all:bytes=8 KiB", "-p",
                 "real_bytes=true", "-p", std::string("path=") + path});
    EXPECT_EQ(all["bytes_compared"]["value"].get<double>(), 16 * 15 * 8192.0) << path;
    EXPECT_EQ(all["bytes_by_network"]["value"].get<double>(), 2 * 64 * 8192.0);
    // 16 pairs of the cube mesh, both ways, in each of two nodes.
    EXPECT_EQ(all["bytes_by_nvlink"]["value"].get<double>(), 2 * 2 * 16 * 8192.0);
    EXPECT_EQ(all["bytes_by_tree"]["value"].get<double>(), 2 * (56 - 32) * 8192.0);
  }
}

TEST(Machine, IsTheNodeOfItsNetwork) {
  const ScratchDirectory scratch;
  write_file(scratch / "m.ini",
             "include = two_socket\n[plx[0..3]]\nchildren = gpu[0..7] pcie gen3 x16, nic[0..3] "
             "pcie gen3 x16\nlanes = 64\n[nic[0..3]]\nkind = nic\n[network]\nkind = torus\nx = 4\n"
             "y = 2\nz = 1\n");
  const auto all =
      results({"--machine", scratch / "m.ini", "--workload", "allreduce:bytes=256 KiB,check=true"});
  EXPECT_EQ(all["elements_wrong"]["value"].get<double>(), 0);
  EXPECT_GT(all["bytes_by_network"]["value"].get<double>(), 0);
  EXPECT_GT(all["bytes_by_tree"]["value"].get<double>(),
            all["bytes_by_network"]["value"].get<double>());
}

TEST(Machine, ACardAndItsNetworkAreAsFastAsTheSlower) {
  const ScratchDirectory scratch;
  write_file(scratch / "m.csv", "graph,src,dst,bytes\na,0,2,4 MiB\n");
  const auto rate = [&](const std::string& preset, const Words& more = {}) {
    write_file(scratch / "m.ini", kTwoNics + ("[nic[0..1]]\npreset = " + preset + "\n"));
    const Words words{"--machine", scratch / "m.ini", "--schedule", scratch / "m.csv"};
    return 4.194304e6 / results(words + more)["end_max"]["value"].get<double>();
  };
  const Words fast{"-p", "net.clock=1.28 ns"};  // 25 GB/s
  const double network = rate("connectx5");     // 12.5 GB/s, as its ports
  EXPECT_DOUBLE_EQ(rate("connectx6"), network);
  EXPECT_NEAR(rate("connectx5", fast), network, 0.05 * network) << "100 Gb/s, whatever the network";
  EXPECT_GT(rate("connectx6", fast), 1.05 * network) << "as fast as its PCIe";
  EXPECT_NEAR(rate("connectx6", {"-p", "port.rate=50 Gb/s"}), network / 2, 0.05 * network);
}

TEST(Machine, EachMachineHasAPortRate) {
  const ScratchDirectory scratch;
  write_file(scratch / "other.ini",
             "[rc]\nkind = root_complex\nchildren = gpu[0..1], nic0\n[nic0]\nkind = nic\npreset = "
             "connectx5\n");
  write_file(scratch / "m.ini",
             "include = other.ini\n[network]\nkind = fat_tree\nk = 2\nn = 1\n"
             "machines = this, other.ini\n");
  write_file(scratch / "m.csv", "graph,src,dst,bytes\na,0,2,4 MiB\n");
  const Words words{"--machine", scratch / "m.ini", "--schedule", scratch / "m.csv"};
  const auto time_of = [&](const Words& more) {
    return results(words + more)["end_max"]["value"].get<double>();
  };
  const double fast = time_of({});
  for (const std::string port : {"port.rate", "node_other.port.rate", "*port.rate"})
    EXPECT_NEAR(time_of({"-p", port + "=50 Gb/s"}), 2 * fast, 0.1 * fast) << port;
  const Captured old =
      exits(2, program(Words{"run", "cluster", "-p", "node_other.port_rate=50 Gb/s"} + words));
  EXPECT_THAT(old.err, HasSubstr("nearest: node_other.port.rate"));
}

TEST(Machine, ASlowCardHoldsUpWhatComesToIt) {
  const ScratchDirectory scratch;
  write_file(scratch / "m.ini", std::string(kTwoNics) + "nics = nic0\n");
  // Two nodes send to one; each card has half the rate of the network.
  write_file(scratch / "two.csv", "graph,src,dst,bytes\na,2,0,1 MiB\na,4,0,1 MiB\n");
  write_file(scratch / "one.csv", "graph,src,dst,bytes\na,2,0,2 MiB\n");
  const auto time_of = [&](const std::string& schedule) {
    return results({"--machine", scratch / "m.ini", "--schedule", scratch / schedule, "-p",
                    "nodes=3", "-p", "port.rate=6.25 GB/s"})["end_max"]["value"]
        .get<double>();
  };
  EXPECT_NEAR(time_of("two.csv"), time_of("one.csv"), 0.1 * time_of("one.csv"));
}

TEST(Machine, CardsOfANetworkAreOfOneKind) {
  const ScratchDirectory scratch;
  write_file(scratch / "m.ini", kTwoNics + std::string("[nic1]\npreset = connectx6\n"));
  const Captured mixed = exits(5, program({"check", scratch / "m.ini"}));
  EXPECT_THAT(mixed.err + mixed.out, HasSubstr("NICs of one kind"));
  write_file(scratch / "m.ini", kTwoNics + std::string("[nic1]\npreset = loom\n"));
  const Captured unknown = program({"check", scratch / "m.ini"});
  EXPECT_THAT(unknown.err + unknown.out,
              AllOf(HasSubstr("unknown preset 'loom'"), HasSubstr("connectx7")));
}

TEST(Machine, OnlyNamedNicsJoinTheNetwork) {
  const ScratchDirectory scratch;
  write_file(scratch / "both.ini", kTwoNics);
  write_file(scratch / "m.csv", "graph,src,dst,bytes\na,0,2,4 MiB\na,1,3,4 MiB\n");
  const auto time_of = [&](const std::string& machine) {
    return results({"--machine", scratch / machine, "--schedule",
                    scratch / "m.csv"})["end_max"]["value"]
        .get<double>();
  };
  const double both = time_of("both.ini");
  for (const std::string nic : {"nic0", "nic1"}) {
    write_file(scratch / "one.ini", kTwoNics + ("nics = " + nic + "\n"));
    EXPECT_GT(time_of("one.ini"), 1.9 * both) << nic;
    const Captured shown =
        program({"topology", "cluster", "--machine", scratch / "one.ini", "--csv"});
    const std::string other = nic == "nic0" ? "nic1" : "nic0";
    std::istringstream in(shown.out);
    std::string joined;
    for (std::string line; std::getline(in, line);)
      if (line.find("router_") != line.npos && line.find("nic") != line.npos) joined += line + '\n';
    EXPECT_THAT(joined, AllOf(HasSubstr("node_1." + nic), testing::Not(HasSubstr(other))));
    EXPECT_THAT(shown.out, HasSubstr("node_1." + other)) << "it is there, and joins nothing";
  }
  write_file(scratch / "swapped.ini", std::string(kTwoNics) + "nics = nic1, nic0\n");
  EXPECT_NEAR(time_of("swapped.ini"), both, 0.01 * both);
  write_file(scratch / "one.ini", std::string(kTwoNics) + "nics = nic9\n");
  EXPECT_THAT(program({"check", scratch / "one.ini"}).out,
              HasSubstr("one.ini:13: nics = nic9: no such NIC; this machine has nic0, nic1"));
}

}  // namespace
}  // namespace gf::test::networked_nodes_test
