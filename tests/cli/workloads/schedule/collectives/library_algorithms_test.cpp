// SPDX-License-Identifier: Apache-2.0
// Algorithms of a library by its own names and files, on whole machines.
#include "tests/support/machine_runs.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::library_algorithms_cli_test {
namespace {

using namespace machine_runs;  // NOLINT: what these tests share

Captured run(const std::string& machine, const std::string& workload) {
  return program({"run", "cluster", "--quiet", "--machine", machine, "--workload", workload});
}
double value(const std::string& machine, const std::string& workload, const std::string& name) {
  auto all = results({"--machine", machine, "--workload", workload});
  return all[name]["value"].get<double>();
}
void expect_right(const std::string& machine, const std::string& workload) {
  auto all = results({"--machine", machine, "--workload", workload + ",check=true"});
  EXPECT_EQ(all["elements_wrong"]["value"], 0) << workload;
  EXPECT_GT(all["elements_compared"]["value"], 0) << workload;
}

TEST(LibraryAlgorithms, AreRightOnMachines) {
  for (const char* const protocol : {"simple", "ll", "ll128"})
    expect_right("dgx1_v100", std::string("allreduce:algorithm=nccl_tree,channels=2,bytes=10004,"
                                          "protocol=") +
                                  protocol);
  expect_right("dgx1_v100", "allreduce:algorithm=nccl_tree,channels=2,bytes=10004,in_place=true");
  for (const char* const what : {"alltoall", "gather_to", "scatter_from", "sendrecv"})
    for (const char* const protocol : {"simple,direct=true", "simple", "ll"})
      expect_right(
          "dgx1_v100",
          std::string(what) + ":algorithm=nccl_p2p,channels=1,bytes=20008,protocol=" + protocol);
  const ScratchDirectory scratch;
  write_file(scratch / "counts.csv", "0,4,8,12\n0,0,0,0\n100,200,300,400\n4,4,4,100 KiB\n");
  for (const char* const algorithm : {"rotated", "nccl"}) {
    auto all = results({"--machine", GF_SOURCE_DIR "/docs/examples/server.ini", "-p",
                        "gpu_model=full", "--workload",
                        std::string("alltoallv:check=true,algorithm=") + algorithm +
                            ",counts=" + (scratch / "counts.csv").string()});
    EXPECT_EQ(all["elements_wrong"]["value"], 0) << algorithm;
    EXPECT_EQ(all["elements_compared"]["value"], (24 + 1000 + 12 + 102400) / 4) << algorithm;
  }
}

TEST(LibraryAlgorithms, GoOnRingsOfAFile) {
  const ScratchDirectory scratch;
  const std::string log = scratch / "nccl+debug.log";
  write_file(log,
             "h:1:1 [0] NCCL INFO Channel 00/02 : 0 3 2 1 5 6 7 4\n"
             "h:1:1 [0] NCCL INFO Channel 01/02 : 0 4 7 6 5 1 2 3\n");
  const std::string on = "bytes=1000004,NCCL_GRAPH_FILE=" + log;
  expect_right("dgx1_v100", "allreduce:algorithm=nccl_ring," + on);
  EXPECT_THAT(run("dgx1_v100", "allreduce:algorithm=nccl_ring,protocol=simple," + on).out,
              HasSubstr("allreduce nccl ring simple x4 "))
      << "both rings, twice";
  EXPECT_THAT(exits(2, run("dgx1_v100", "allreduce:algorithm=nccl,NCCL_GRAPH_FILE=" +
                                            (scratch / "none.xml").string()))
                  .err,
              HasSubstr("none.xml"));
}

TEST(LibraryAlgorithms, TablesNameWhatWasChosen) {
  EXPECT_THAT(run("dgx_h100", "allreduce:algorithm=nccl,bytes=1 KiB").out,
              HasSubstr("allreduce nccl ring ll x1 "));
  EXPECT_THAT(run("dgx_h100", "allreduce:algorithm=nccl_tree,bytes=1 KiB,type=half").out,
              ContainsRegex("allreduce nccl tree ll x1 +1024 +512 +half +sum"));
  EXPECT_THAT(run("dgx_h100", "sendrecv:algorithm=nccl,bytes=1 KiB").out,
              HasSubstr("sendrecv nccl p2p ll x1 "));
}

/// Up and down at once on a chain: n - 1 steps up, and as many down.
TEST(LibraryAlgorithms, ATreeIsAChainInANode) {
  const std::string of = "allreduce:launch=0,protocol=ll,channels=1,bytes=1 KiB,algorithm=nccl_";
  const double tree = value("dgx_h100", of + "tree", "collective_0.time");
  const double ring = value("dgx_h100", of + "ring", "collective_0.time");
  EXPECT_NEAR(tree / ring, 1, 0.2) << "14 steps either way";
}

/// The receiver copies the data out of its buffer, unless it is registered.
TEST(LibraryAlgorithms, RegisteredBuffersSaveACopy) {
  const std::string of = "sendrecv:algorithm=nccl,launch=0,protocol=simple,bytes=256 KiB,direct=";
  EXPECT_LT(value("dgx_h100", of + "true", "collective_0.time"),
            value("dgx_h100", of + "false", "collective_0.time"));
}

TEST(LibraryAlgorithms, TakeSettingsByNamesAndFromFiles) {
  const std::string of = "allreduce:algorithm=nccl,bytes=64 KiB,";
  EXPECT_THAT(run("dgx_h100", of + "NCCL_ALGO=Ring,NCCL_PROTO=Simple,NCCL_MAX_NCHANNELS=2").out,
              HasSubstr("nccl ring simple x2 "));
  const ScratchDirectory scratch;
  write_file(scratch / "nccl.conf", "# all\nNCCL_ALGO=^Ring\nNCCL_PROTO=LL128\nNCCL_IB_HCA=a\n");
  const Captured file = run("dgx_h100", of + "settings=" + (scratch / "nccl.conf").string());
  EXPECT_THAT(file.out, HasSubstr("nccl tree ll128 x"));
  EXPECT_THAT(file.err, HasSubstr("nccl.conf:4: NCCL_IB_HCA has no effect here"));
  const Captured unknown = run("dgx_h100", of + "NCCL_PROT=LL,NCCL_PROTO=LL");
  EXPECT_EQ(unknown.code, 0);
  EXPECT_THAT(unknown.err, HasSubstr("NCCL_PROT is no name of NCCL 2.30, and has no effect; "
                                     "nearest: NCCL_PROTO"));
  EXPECT_EQ(run("dgx_h100", of + "NCCL_PROTO=LL64").code, 2);
  write_file(scratch / "nccl.conf", "NCCL_NTHREADS=100\n");
  const Captured wrong = run("dgx_h100", of + "settings=" + (scratch / "nccl.conf").string());
  EXPECT_EQ(wrong.code, 5);
  EXPECT_THAT(wrong.err, HasSubstr("nccl.conf:1: NCCL_NTHREADS = 100"));
  EXPECT_EQ(run("dgx_h100", "allreduce:NCCL_PROTO=LL").code, 2) << "rings of copies have none";
  EXPECT_EQ(run("dgx_h100", "barrier:NCCL_PROTO=LL").code, 2);
}

TEST(LibraryAlgorithms, ATableOfTheLibraryReadsBackAsATuner) {
  const ScratchDirectory scratch;
  const Captured table = program({"topology", "dgx_h100", "--tuner"});
  EXPECT_THAT(table.out, AllOf(StartsWith("# collective_type,min_bytes,max_bytes,"),
                               HasSubstr("\nallreduce,0,"), HasSubstr(",-1,1,8,-1,-1\n")));
  const std::string file = (scratch / "tuner.csv").string();
  write_file(file, table.out);
  const std::string of = "allreduce:algorithm=nccl,bytes=8 KiB..128 KiB,factor=16";
  EXPECT_EQ(run("dgx_h100", of + ",tuner=" + file).out, run("dgx_h100", of).out);
  write_file(file, "allreduce,0,99999999,tree,simple,3,-1,-1\n");
  EXPECT_THAT(run("dgx_h100", of + ",tuner=" + file).out, HasSubstr("nccl tree simple x3 "));
  write_file(file, "allreduce,0,99999999,tree,simple\n");
  const Captured wrong = run("dgx_h100", of + ",tuner=" + file);
  EXPECT_EQ(wrong.code, 5);
  EXPECT_THAT(wrong.err, HasSubstr("tuner.csv:1: 5 fields"));
  EXPECT_THAT(program({"topology", "dgx_h100", "--tuner", "--gpus", "gpu[0..3]"}).out,
              HasSubstr(",-1,1,4,-1,-1\n"));
  EXPECT_EQ(program({"topology", "pcie_t2", "--tuner"}).code, 2);
}

}  // namespace
}  // namespace gf::test::library_algorithms_cli_test
