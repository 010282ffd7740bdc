// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/cluster/cluster_platform.h platforms/cluster/planned_node.h
// Holds: platforms/cluster/whole_node.h platforms/cluster/networked_nodes.h
// Holds: platforms/cluster/system_if.h platforms/cluster/cluster_node.h
// Holds: platforms/cluster/node_params.h platforms/cluster/node_hardware.h
// Holds: platforms/cluster/node_gpus.h platforms/cluster/apenet_nodes.h
// Holds: sc_main/list.cpp sc_main/topology.cpp
// Machines of files and presets: checked, shown, run.
#include <filesystem>
#include <gmock/gmock.h>
#include <set>
#include <sstream>

#include "core/json.h"
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
  for (const char* name : {"t2", "two_socket", "dgx1_v100", "hgx_16", "nvl72"}) {
    const auto all = results({"--machine", name, "--workload", "allreduce:bytes=1 MiB,check=true"});
    EXPECT_EQ(all["elements_wrong"]["value"].get<double>(), 0) << name;
    EXPECT_GT(all["elements_compared"]["value"].get<double>(), 0) << name;
  }
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

}  // namespace
}  // namespace gf::test::machine_test
