// SPDX-License-Identifier: Apache-2.0
// Networks whose nodes are different machines.
#include "tests/support/machine_runs.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/run_file.h"

namespace gf::test::cluster_test {
namespace {

using namespace machine_runs;  // NOLINT: what these tests share

/// Two GPUs and a NIC on gen4 x16 below a switch, and a network with these machines.
std::string fast(const std::string& machines) {
  return "[sw]\nchildren = gpu[0..1] pcie gen4 x16, nic0 pcie gen4 x16\n[nic0]\nkind = nic\n"
         "[network]\nkind = torus\nx = 2\ny = 2\nz = 1\n" +
         machines + "\n[parameters]\nnet.clock = 1.28 ns\n";
}
/// Three GPUs on gen1 x4, 0.8 GB/s with headers.
constexpr const char* kSlow =
    "[sw]\nchildren = gpu[0..2] pcie gen1 x4, nic0 pcie gen4 x16\n[nic0]\nkind = nic\n";

class UnequalNodes : public testing::Test {
 protected:
  UnequalNodes() {
    write_file(scratch_ / "m.ini", fast("machines = this x2, slow.ini"));
    write_file(scratch_ / "slow.ini", kSlow);
  }
  double time(unsigned src, unsigned dst, const Words& more = {}) {
    return copy_time(scratch_ / "m.ini", src, dst, more);
  }
  Captured run(const Words& more) {
    return program(Words{"run", "cluster", "--machine", scratch_ / "m.ini"} + more);
  }
  const ScratchDirectory scratch_;
};

TEST_F(UnequalNodes, TheSlowLinkIsTheBottleneckOnlyWhereItIsUsed) {
  const double bytes = 4 << 20;
  // GPUs 0, 1 and 2, 3 are fast, 4 to 6 slow.
  EXPECT_GT(bytes / time(0, 2), 10e9) << "between fast nodes";
  EXPECT_LT(bytes / time(0, 5), 1e9) << "to the slow node";
  EXPECT_LT(bytes / time(5, 0), 1e9) << "from the slow node";
  EXPECT_LT(bytes / time(4, 6), 1e9) << "within the slow node";
  EXPECT_GT(bytes / time(0, 1), 20e9) << "within a fast node";
}

TEST_F(UnequalNodes, ParametersOfEachMachineHaveTheirOwnPrefix) {
  const Words setup{"-p", "node_slow.gpu0.copy_engine.setup=1 ms"};
  EXPECT_GT(time(4, 5, setup), 1e-3 + 0.9 * time(4, 5));
  EXPECT_EQ(time(0, 1, setup), time(0, 1));
  EXPECT_GT(time(0, 1, {"-p", "gpu0.copy_engine.setup=1 ms"}), 1e-3);
  EXPECT_EQ(time(4, 5, {"-p", "gpu0.copy_engine.setup=1 ms"}), time(4, 5));
  EXPECT_GT(time(4, 5, {"-p", "node*gpu0.copy_engine.setup=1 ms"}), 1e-3);
  write_file(scratch_ / "slow.ini",
             std::string(kSlow) + "[parameters]\ngpu0.copy_engine.setup = 1 ms\n");
  EXPECT_GT(time(4, 5), 1e-3) << "those of its own file";
  EXPECT_LT(time(0, 1), 1e-3);
  EXPECT_LT(time(4, 5, {"-p", "node_slow.gpu0.copy_engine.setup=1 us"}), 6e-3);
  write_file(scratch_ / "slow.ini", std::string(kSlow) + "[parameters]\nworkload = ring\n");
  const Captured refused = exits(2, run({}));
  EXPECT_THAT(refused.err, AllOf(HasSubstr("slow.ini:6"), HasSubstr("node_slow.workload")));
}

TEST_F(UnequalNodes, RunCollectivesOverAllGpus) {
  const nlohmann::json ring =
      results({"--machine", scratch_ / "m.ini", "--workload", "allreduce:bytes=70 KiB,check=true",
               "-p", "real_bytes=true"});
  EXPECT_EQ(ring["elements_wrong"]["value"].get<double>(), 0);
  const double step = 70.0 * 1024 / 7;
  EXPECT_NEAR(ring["bytes_compared"]["value"].get<double>(), 7 * 12 * step, 7 * 12 * 4);
  EXPECT_THAT(run({"--workload", "allreduce:bytes=64 KiB,algorithm=two_level,node=2"}).err,
              HasSubstr("node = 2: expected a divisor of the 7 ranks"));
}

TEST_F(UnequalNodes, CopiesOfThisMachineAreThoseOfNodes) {
  const auto files = [&](const std::string& nodes, const std::string& out) {
    write_file(scratch_ / "m.ini", fast(nodes));
    const Captured made = exits(0, run({"--workload", "alltoall:bytes=64 KiB", "-q", "--json",
                                        "--outdir", scratch_ / out}));
    return made.out + run_file(scratch_ / out, "stats.json") +
           run_file(scratch_ / out, "stats.csv");
  };
  EXPECT_EQ(files("machines = this x2", "listed"), files("nodes = 2", "counted"));
}

TEST_F(UnequalNodes, ARunKeepsTheFilesOfItsMachines) {
  write_file(scratch_ / "m.ini",
             fast("machines = this, " + std::string(scratch_ / "slow.ini") + " x2"));
  ASSERT_EQ(run({"--workload", "pairwise:bytes=4 KiB", "--outdir", scratch_ / "out"}).code, 0);
  EXPECT_THAT(read_file(scratch_ / "out/inputs/m.ini"), HasSubstr("machines = this, slow.ini x2"));
  EXPECT_EQ(read_file(scratch_ / "out/inputs/slow.ini"), kSlow);
}

TEST_F(UnequalNodes, AreTheSameForAnyNumberOfRanks) {
  if (!GF_HAS_MPI) GTEST_SKIP() << "the program has no MPI";
  const auto ran = [&](const std::string& ranks) {
    const Captured made = exits(0, run({"--workload", "alltoall:bytes=16 KiB", "-q", "--json",
                                        "--ranks", ranks, "--outdir", scratch_ / ranks}));
    return made.out + run_file(scratch_ / ranks, "stats.json");
  };
  EXPECT_EQ(ran("2"), ran("1"));
}

TEST_F(UnequalNodes, GpusWithMemoryJoinThoseThatAreEndpoints) {
  write_file(scratch_ / "slow.ini",
             "[rc]\nkind = root_complex\nchildren = gpu[0..1] pcie gen3 x16, nic0 pcie gen3 x16\n"
             "[nic0]\nkind = nic\n[gpu0]\nlinks = gpu1 nvlink3 x4\n[gpu[0..1]]\npreset = v100\n");
  for (const char* path : {"direct", "staged"}) {
    const nlohmann::json found =
        results({"--machine", scratch_ / "m.ini", "--workload", "allreduce:bytes=96 KiB,check=true",
                 "-p", "real_bytes=true", "-p", std::string("path=") + path});
    EXPECT_EQ(found["elements_wrong"]["value"].get<double>(), 0) << path;
    EXPECT_EQ(found["bytes_compared"]["value"].get<double>(), 6 * 10 * 16384.0) << path;
    EXPECT_EQ(found["bytes_by_nvlink"]["value"].get<double>(), 10 * 16384.0) << path;
  }
  write_file(scratch_ / "far.csv", "graph,src,dst,bytes,engine\na,4,0,64 KiB,proact\n");
  EXPECT_THAT(exits(2, run({"--schedule", scratch_ / "far.csv"})).err,
              HasSubstr("PROACT units push only to GPUs of the same machine"));
  write_file(scratch_ / "near.csv", "graph,src,dst,bytes,engine\na,4,5,64 KiB,proact\n");
  EXPECT_EQ(run({"--schedule", scratch_ / "near.csv"}).code, 0);
  EXPECT_EQ(run({"-p", "gpu_model=endpoint"}).code, 2) << "NVLink needs memory";
}

TEST_F(UnequalNodes, EachMachineHasTheMemoryRateOfItsPreset) {
  write_file(scratch_ / "slow.ini", std::string(kSlow) + "[gpu[0..2]]\npreset = h100_pcie\n");
  write_file(scratch_ / "k.csv",
             "graph,src,dst,bytes,start_ns,task\na,0,,24 MB,0,kernel\nb,4,,24 MB,0,kernel\n");
  const Captured made = exits(0, run({"--schedule", scratch_ / "k.csv", "-p", "tasks=true",
                                      "--outdir", scratch_ / "out", "-q"}));
  EXPECT_THAT(made.out, AllOf(HasSubstr("100.000"), HasSubstr("12.000")))
      << "24 MB at 240 GB/s of a K80, and at 2 TB/s";
}

TEST_F(UnequalNodes, AreNamedByCheckAndTopologyAndPredicted) {
  EXPECT_THAT(exits(0, program({"check", scratch_ / "m.ini"})).out,
              AllOf(HasSubstr("3 nodes (2 of this machine, 1 of slow) on a torus"),
                    HasSubstr("; slow: 3 GPUs, 5 devices, 4 links; connected; ")));
  const Captured shown = program({"topology", "cluster", "--machine", scratch_ / "m.ini"});
  EXPECT_THAT(shown.out, AllOf(HasSubstr("3 nodes with 7 GPUs and 3 cards in total"),
                               HasSubstr("node_2.gpu2"), Not(HasSubstr("node_1.gpu2"))));
  EXPECT_THAT(exits(0, program({"predict", scratch_ / "m.ini", "--bytes", "64KiB", "--reduce-bytes",
                                "64KiB"}))
                  .out,
              HasSubstr("node_0 ... node_1: this machine, node_2: slow"));
  const Captured counted = exits(2, run({"-p", "nodes=2"}));
  EXPECT_THAT(counted.err, HasSubstr("expected 3, as its machines are"));
}

}  // namespace
}  // namespace gf::test::cluster_test
