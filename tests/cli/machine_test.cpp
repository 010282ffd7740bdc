// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/cluster/cluster_platform.h platforms/cluster/plan/planned_node.h
// Holds: platforms/cluster/whole_node.h platforms/cluster/networked_nodes.h
// Holds: platforms/cluster/plan/system_if.h platforms/cluster/cluster_node.h
// Holds: platforms/cluster/node_params.h platforms/cluster/node_hardware.h
// Holds: platforms/cluster/node_gpus.h platforms/cluster/apenet_nodes.h
// Holds: sc_main/inspect/list.cpp sc_main/inspect/topology.cpp
// Machines of files and presets: checked, shown, run.
#include <filesystem>
#include <gmock/gmock.h>
#include <set>
#include <sstream>

#include "core/text/json.h"
#include "tests/support/program.h"

namespace gf::test::machine_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// A result of `gpufabric run cluster` with these words.
nlohmann::json results(std::vector<std::string> words) {
  words.insert(words.begin(), {"run", "cluster", "--json"});
  const Captured run = program(words);
  EXPECT_EQ(run.code, 0) << run.err;
  return core::parse_json(run.out)["results"];
}

/// Seconds of a copy of 4 MiB from GPU `src` to GPU `dst`.
double copy_time(const std::string& machine, unsigned src, unsigned dst,
                 const std::vector<std::string>& more = {}) {
  const ScratchDirectory scratch;
  write_file(scratch / "one.csv", "graph,src,dst,bytes\na," + std::to_string(src) + "," +
                                      std::to_string(dst) + ",4 MiB\n");
  std::vector<std::string> words{"--machine", machine, "--schedule", scratch / "one.csv"};
  words.insert(words.end(), more.begin(), more.end());
  return results(words)["end_max"]["value"].get<double>();
}

/// Whatever their order.
std::multiset<std::string> lines(const std::string& text) {
  std::multiset<std::string> all;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) all.insert(line);
  return all;
}

TEST(Machine, PresetsAreListed) {
  EXPECT_THAT(program({"list", "--machines"}).out,
              AllOf(HasSubstr("two_socket"), HasSubstr("DGX-1V"), HasSubstr("nvl72")));
  EXPECT_THAT(program({"list", "--machines", "--json"}).out, HasSubstr("\"name\": \"hgx_16\""));
}

TEST(Machine, FilesOfPresetsAreProven) {
  for (const char* name : {"t2", "two_socket", "dgx1_v100", "hgx_16", "dgx_h100", "apenet_node"}) {
    const std::string file =
        std::string(GF_SOURCE_DIR) + "/tlm_models/machine/presets/" + name + ".ini";
    const Captured check = program({"check", file});
    EXPECT_EQ(check.code, 0) << check.out;
    EXPECT_THAT(check.out, AllOf(HasSubstr("ok, machine: "), HasSubstr("connected"))) << name;
  }
}

TEST(Machine, WrongFilesAreRefusedWithTheirLine) {
  const ScratchDirectory scratch;
  write_file(scratch / "m.ini", "[rc[0..1]]\nkind = root_complex\nchildren = gpu[0..3]\n");
  const Captured apart = program({"check", scratch / "m.ini"});
  EXPECT_EQ(apart.code, 5);
  EXPECT_THAT(apart.out, HasSubstr("rc1 is not connected to rc0"));
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

TEST(Machine, HardwareIsThatOfTheFile) {
  const Captured built = program({"topology", "cluster", "--machine", "two_socket", "--dot"});
  EXPECT_EQ(lines(built.out), lines(program({"topology", "two_socket", "--dot"}).out));
}

TEST(Machine, AcrossSocketsIsSlower) {
  const double same = copy_time("two_socket", 0, 2);
  const double other = copy_time("two_socket", 0, 4);
  EXPECT_GT(other, same);
  // The socket link is not the bottleneck, but its way is longer: one more root complex and link.
  EXPECT_LT(other, 1.1 * same);
  const double narrow = copy_time("two_socket", 0, 4, {"-p", "rc*.port_2.rate=5 GB/s"});
  EXPECT_NEAR(narrow, 4194304.0 / 64 * 72 / 5e9, 0.02 * narrow);
}

TEST(Machine, CollectivesAreRightOnEachKind) {
  for (const char* name : {"t2", "two_socket", "dgx1_v100", "hgx_16"}) {
    const auto all = results({"--machine", name, "--workload", "allreduce:bytes=1 MiB,check=true"});
    EXPECT_EQ(all["elements_wrong"]["value"].get<double>(), 0) << name;
    EXPECT_GT(all["elements_compared"]["value"].get<double>(), 0) << name;
  }
}

/// 36 PCIe trees of two GPUs, joined by NVLink alone.
TEST(Machine, OneNodeMayHaveManyTrees) {
  const auto all = results(
      {"--machine", "nvl72", "--workload", "pairwise:distance=2,bytes=4 KiB", "-p", "gpu.sms=1"});
  EXPECT_EQ(all["bytes_delivered"]["value"].get<double>(), 72 * 4096.0);
  EXPECT_GT(all["packet_hops"]["value"].get<double>(), 0);
}

TEST(Machine, RealBytesCrossSockets) {
  const auto all = results({"--machine", "two_socket", "--workload", "all_to_all:bytes=64 KiB",
                            "-p", "real_bytes=true"});
  EXPECT_EQ(all["bytes_compared"]["value"].get<double>(), 56 * 65536.0);
  EXPECT_EQ(all["socket_bytes"]["value"].get<double>(), 32 * 65536.0 / 64 * 72);
}

/// A file whose GPUs are joined by NVLink alone, in a chain of three.
const char* const kChain =
    "about = a chain\n[gpu[0..2]]\npreset = v100\n[gpu0]\nlinks = gpu1 nvlink2 x1\n[gpu1]\n"
    "links = gpu2 nvlink2 x1\n";

TEST(Machine, PairWithoutAnyWayIsNamed) {
  const ScratchDirectory scratch;
  write_file(scratch / "m.ini", kChain);
  const Captured run = program(
      {"run", "cluster", "--machine", scratch / "m.ini", "--workload", "all_to_all:bytes=64 KiB"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("copy 0->2"));
}

/// A DGX-1V's GPU 0 has NVLink to GPU 1, and shares a socket with it; GPU 4 is on the other socket,
/// without NVLink.
TEST(Machine, PairWithoutNvlinkGoesOverPcie) {
  const double linked = copy_time("dgx1_v100", 0, 1);
  const double far = copy_time("dgx1_v100", 0, 4);
  // 256 B a TLP, with 24 B of overhead above 4 GiB, over 16 lanes of generation 3; across sockets
  // the root complex cuts them into 64 B.
  EXPECT_GT(far, 4194304.0 / 256 * 280 / 15.754e9);
  EXPECT_GT(far, 2 * linked);
  const auto all = results(
      {"--machine", "dgx1_v100", "--workload", "all_to_all:bytes=64 KiB", "-p", "real_bytes=true"});
  EXPECT_EQ(all["bytes_compared"]["value"].get<double>(), 56 * 65536.0);
  EXPECT_GT(all["tlp_hops"]["value"].get<double>(), 0);
  EXPECT_GT(all["packet_hops"]["value"].get<double>(), 0);
}

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

/// NVLink, PCIe and NICs read a GPU's memory by the same DRAM: with 16 channels of 0.3 GB/s each of
/// them alone is as slow as these are, and takes no less than its bytes do.
TEST(Machine, OneMemoryIsBehindAllWaysOfAGpu) {
  const double least = 4194304.0 / (16 * 0.3e9);
  for (const unsigned to : {1u, 4u}) {
    const double slow = copy_time("dgx1_v100", 0, to, {"-p", "gpu.memory.channel_rate=0.3 GB/s"});
    EXPECT_GT(slow, least) << to;
    EXPECT_LT(slow, 1.01 * least) << to;
  }
  const std::string four = std::string(GF_SOURCE_DIR) + "/docs/examples/four_dgx1.ini";
  const double far = copy_time(four, 0, 8, {"-p", "node.gpu.memory.channel_rate=0.3 GB/s"});
  EXPECT_GT(far, least);
  EXPECT_LT(far, 1.01 * least);
  EXPECT_LT(copy_time(four, 0, 8), 0.5 * least);
}

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
  const Captured wrong = program({"check", scratch / "m.ini"});
  EXPECT_EQ(wrong.code, 5);
  EXPECT_THAT(wrong.out, HasSubstr("m.ini:3"));
  write_file(scratch / "m.ini", "include = apenet_node\n[network]\nnodes = 4\n");
  EXPECT_THAT(program({"run", "cluster", "--machine", scratch / "m.ini"}).err,
              HasSubstr("4 nodes on a torus of 8 places; expected a node at each place"));
  write_file(scratch / "m.ini", "include = apenet_node\n[network]\nnodes_per_router = 2\n");
  EXPECT_THAT(program({"check", scratch / "m.ini"}).out,
              HasSubstr("a network that APEnet+ cards do not make"));
  write_file(scratch / "m.ini", "include = apenet_node\n[nic0]\npreset = mellanox\n");
  EXPECT_THAT(program({"check", scratch / "m.ini"}).out, HasSubstr("'mellanox' of nic0"));
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

TEST(Machine, IsReadAsATreeWhereOneIsExpectedAndKeptWithTheRun) {
  const ScratchDirectory scratch;
  write_file(scratch / "sw.ini", "[sw]\nchildren = gpu[0..3] pcie gen3 x16\n");
  write_file(scratch / "m.ini", "include = sw.ini\nabout = four GPUs\n");
  write_file(scratch / "old.ini", "[sw]\nchildren = gpu0, gpu1, gpu2, gpu3\n");
  const auto run = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"run", "-q", "pcie_tree", "--workload", "ring:bytes=1 MiB"});
    const Captured said = program(more);
    EXPECT_EQ(said.code, 0) << said.err;
    return said.out;
  };
  const std::string old = run({"--topology", scratch / "old.ini"});
  EXPECT_EQ(run({"--topology", scratch / "m.ini", "-o", scratch / "run"}), old);
  std::filesystem::remove(scratch / "sw.ini");
  std::filesystem::remove(scratch / "m.ini");
  EXPECT_EQ(run({"--config", scratch / "run/config.resolved.ini"}), old);
}

/// Two GPUs on a tree, joined by four links of NVLink 3: 100 GB/s in each direction.
const char* const kLinked =
    "[rc]\nkind = root_complex\nchildren = gpu[0..1]\n[gpu0]\nlinks = gpu1 nvlink3 x4\n"
    "[gpu[0..1]]\npreset = v100\n";

TEST(Machine, LanesDoNotTurnUnlessSaid) {
  const ScratchDirectory scratch;
  write_file(scratch / "m.ini", kLinked);
  write_file(scratch / "gpu.ini", "[gpu]\nsms = 80\n");
  write_file(scratch / "own.ini",
             "include = m.ini\n[gpu[0..1]]\npreset = gpu.ini\n");  // which says no policy
  const double least = 4194304.0 / 100e9;
  for (const char* file : {"m.ini", "own.ini"}) {
    EXPECT_GT(copy_time(scratch / file, 0, 1), least) << file;
    EXPECT_GT(copy_time(scratch / file, 1, 0), least) << file;
  }
  const double turning = copy_time(scratch / "m.ini", 0, 1, {"-p", "policy=paper"});
  EXPECT_LT(turning, least);
  write_file(scratch / "turn.ini", "include = m.ini\n[parameters]\npolicy = paper\n");
  EXPECT_EQ(copy_time(scratch / "turn.ini", 0, 1), turning);
}

TEST(Machine, GpuThatWorksHasAPreset) {
  const ScratchDirectory scratch;
  write_file(scratch / "m.ini",
             "[rc]\nkind = root_complex\nchildren = gpu[0..1]\n[gpu0]\nlinks = gpu1 nvlink3 x4\n");
  write_file(scratch / "tree.ini", "[rc]\nkind = root_complex\nchildren = gpu[0..1]\n");
  const Captured linked = program({"run", "cluster", "--machine", scratch / "m.ini"});
  EXPECT_EQ(linked.code, 5);
  EXPECT_THAT(linked.err, AllOf(HasSubstr("m.ini:5: gpu0 has NVLink, and no preset says"),
                                HasSubstr("k40m, k80, m2075"), HasSubstr("FILE.ini")));
  EXPECT_EQ(program({"check", scratch / "m.ini"}).code, 5);
  const Captured full =
      program({"run", "cluster", "--machine", scratch / "tree.ini", "-p", "gpu_model=full"});
  EXPECT_EQ(full.code, 5);
  EXPECT_THAT(full.err, HasSubstr("gpu0 has SMs and memory, and no preset says"));
  EXPECT_EQ(program({"run", "cluster", "-q", "--machine", scratch / "tree.ini"}).code, 0);
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

/// Two nodes of two GPUs and two NICs, a GPU and a NIC a switch.
const char* const kTwoNics =
    "[rc]\nkind = root_complex\nchildren = sw[0..1] pcie gen3 x16\n[sw[0..1]]\n"
    "children = gpu[0..1] pcie gen3 x16, nic[0..1] pcie gen3 x16\n[nic[0..1]]\nkind = nic\n"
    "[network]\nkind = fat_tree\nk = 4\nn = 2\nnodes = 2\n";

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
}  // namespace gf::test::machine_test
