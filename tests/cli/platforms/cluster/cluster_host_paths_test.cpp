// SPDX-License-Identifier: Apache-2.0
// Host memories of machines with a network.
#include "tests/support/host_machines.h"
#include "tests/support/matchers.h"

namespace gf::test::cluster_host_paths_test {
namespace {

using namespace host_machines;  // NOLINT: what these tests share
using machine_runs::results;

/// The server with a NIC below each switch.
std::string with_nics(const std::string& head = "") {
  const std::string gpus = "gpu[0..3] pcie gen3 x16";
  std::string text = server(head);
  text.replace(text.find(gpus), gpus.size(), gpus + ", nic[0..1] pcie gen3 x16");
  return text + "[nic[0..1]]\nkind = nic\n";
}
std::string cluster(const std::string& head = "") {
  return with_nics(head) + "[network]\nkind = torus\nx = 2\ny = 2\nz = 1\nnodes = 2\n";
}
const std::string kFull = "[gpu[0..3]]\npreset = v100\n";
const Words kModel{"-p", "gpu_model=full"};

TEST(ClusterHostPaths, CopiesWithinANodeTakeTheTimeThatTheyTakeInASingleNode) {
  const std::vector<std::pair<std::string, std::string>> pairs{
      {"host0", "0"}, {"host1", "0"}, {"0", "host0"}, {"0", "host1"}, {"0", "1"}, {"0", "2"}};
  for (const char* head : {"", "p2p = off\n", "p2p_level = PIX\n", "acs = redirect\n"})
    for (const auto& [from, to] : pairs) {
      EXPECT_EQ(copy_time(cluster(head), from, to), copy_time(with_nics(head), from, to))
          << head << from << " to " << to;
      EXPECT_EQ(copy_time(cluster(head) + kFull, from, to, kModel),
                copy_time(with_nics(head) + kFull, from, to, kModel))
          << head << from << " to " << to << ", full GPUs";
    }
  EXPECT_EQ(copy_time(cluster(), "host3", "6"), copy_time(cluster(), "host1", "2"))
      << "hosts are numbered node after node";
}

TEST(ClusterHostPaths, SeveralEnginesShareTheCopiesOfAGpu) {
  const ScratchDirectory scratch;
  write_file(scratch / "s.csv", "graph,src,dst,bytes\na,0,1,256 KiB\na,0,2,256 KiB\n");
  const auto time = [&](const std::string& machine, const std::string& engines) {
    write_file(scratch / "m.ini", machine);
    return results({"--machine", scratch / "m.ini", "--schedule", scratch / "s.csv", "-p",
                    "copy_engines=" + engines})["end_max"]["value"]
        .get<double>();
  };
  // One of several engines only reads from hosts.
  EXPECT_LT(time(cluster(), "3"), time(cluster(), "2"));
  EXPECT_EQ(time(cluster(), "3"), time(with_nics(), "3"));
}

TEST(ClusterHostPaths, RealBytesArriveWithinNodesAndBetweenThem) {
  const ScratchDirectory scratch;
  const std::string within =
      "graph,src,dst,bytes\na,host0,0,100001\na,1,host1,70000\na,0,3,500000\na,4,6,65536\n";
  const std::string between = "a,host0,5,200000\na,7,host1,90000\na,2,4,10000\n";
  const double inside = 100001 + 70000 + 500000 + 65536, across = 200000 + 90000 + 10000;
  for (const char* head : {"", "p2p = off\n"})
    for (const bool full : {false, true}) {
      write_file(scratch / "m.ini", cluster(head) + (full ? kFull : ""));
      write_file(scratch / "s.csv", within + between);
      const Words words{"--machine", scratch / "m.ini",      "--schedule", scratch / "s.csv",
                        "-p",        "staging.chunk=64 KiB", "-p",         "real_bytes=true"};
      const nlohmann::json found = results(full ? words + kModel : words);
      EXPECT_EQ(found["bytes_compared"]["value"], inside + across) << head << full;
      EXPECT_EQ(found["bytes_staged"]["value"], *head == 0 ? 0 : 565536) << head << full;
      EXPECT_EQ(found["bytes_by_network"]["value"], across) << head << full;
    }
  // Copies between nodes may be staged at the same time.
  write_file(scratch / "m.ini", cluster("p2p = off\n"));
  write_file(scratch / "s.csv", "graph,src,dst,bytes\na,0,1,500000\na,0,4,500000\na,4,5,500000\n");
  EXPECT_EQ(results({"--machine", scratch / "m.ini", "--schedule", scratch / "s.csv", "-p",
                     "path=staged", "-p", "real_bytes=true"})["bytes_compared"]["value"],
            1500000);
}

TEST(ClusterHostPaths, NicsReadAndWriteHostsOfOtherNodes) {
  const double bytes = 2 << 20;
  EXPECT_LT(copy_time(cluster(), "host0", "4"), 1.3 * bytes / 12.5e9) << "the rate of the network";
  EXPECT_LT(copy_time(cluster(), "4", "host0"), 1.3 * bytes / 12.5e9);
  const ScratchDirectory scratch;
  write_file(scratch / "m.ini", cluster());
  write_file(scratch / "s.csv", "graph,src,dst,bytes\na,host0,4,8\n");
  EXPECT_THAT(exits(2, program({"run", "cluster", "--machine", scratch / "m.ini", "--schedule",
                                scratch / "s.csv", "-p", "path=staged"}))
                  .err,
              HasSubstr("copy host0->4 of graph a is between a host and a GPU"));
  const Captured matrix = exits(0, program({"run", "cluster", "--machine", scratch / "m.ini",
                                            "--workload", "host_matrix:bytes=64 KiB"}));
  EXPECT_THAT(matrix.out, AllOf(HasSubstr("host3"), Not(HasSubstr("N/A"))));
}

TEST(ClusterHostPaths, ANodeWithoutGpusServesItsMemory) {
  const ScratchDirectory scratch;
  write_file(scratch / "storage.ini",
             "[rc]\nkind = root_complex\nchildren = nic0 pcie gen3 x16\nmemory = 50 GB/s 90 ns\n"
             "[nic0]\nkind = nic\n");
  write_file(
      scratch / "m.ini",
      with_nics() + "[network]\nkind = torus\nx = 2\ny = 2\nz = 1\nmachines = storage.ini, this\n");
  write_file(scratch / "s.csv", "graph,src,dst,bytes\na,host0,0,100000\na,3,host0,50000\n");
  const nlohmann::json found = results(
      {"--machine", scratch / "m.ini", "--schedule", scratch / "s.csv", "-p", "real_bytes=true"});
  EXPECT_EQ(found["bytes_compared"]["value"], 150000);
  EXPECT_EQ(found["bytes_by_network"]["value"], 150000);
}

}  // namespace
}  // namespace gf::test::cluster_host_paths_test
