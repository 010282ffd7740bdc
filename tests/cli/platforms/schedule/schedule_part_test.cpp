// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/schedule/inputs/schedule_file.h
// Schedules on the command line of platforms that do something else without one.
#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/results.h"

namespace gf::test::schedule_cli_test {
namespace {

const std::string kRing = GF_SOURCE_DIR "/docs/examples/ring.sched";

Captured run(std::vector<std::string> words) {
  words.insert(words.begin(), {"run", "--quiet"});
  return program(words);
}

TEST(ScheduleOption, TakesParametersBehindTheFile) {
  EXPECT_THAT(exits(0, run({"torus", "--schedule", kRing + ":n=3,bytes=3 KiB"})).out,
              HasSubstr("ring   r1_2  reduce    2        1024"));
  EXPECT_EQ(run({"torus", "--schedule", kRing + ":m=3"}).code, 2);
  EXPECT_EQ(run({"torus", "--schedule", kRing + ":n=65"}).code, 5) << "64 nodes";
}

TEST(ScheduleOption, IsRunAgainFromADirectory) {
  const ScratchDirectory scratch;
  const std::string first = scratch / "first", again = scratch / "again";
  ASSERT_EQ(run({"torus", "--no-page", "--schedule", kRing + ":n=3", "-o", first}).code, 0);
  exits(0, run({"torus", "--no-page", "--config", first + "/config.resolved.ini", "-o", again}));
  EXPECT_EQ(read_file(first + "/tasks.csv"), read_file(again + "/tasks.csv"));
}

TEST(ScheduleOption, AWrongWorkloadIsNoMeasurement) {
  const Captured result = exits(2, run({"torus", "--workload", "allreduc"}));
  EXPECT_THAT(result.err, HasSubstr("workload.kind = allreduc: expected one of scatter"));
}

TEST(ScheduleOption, OneFileIsNamedOnce) {
  const Captured result = exits(2, run({"pcie_t2", "--graphs", kRing, "--schedule", kRing}));
  EXPECT_THAT(result.err, HasSubstr("both name the schedule file"));
}

TEST(ScheduleOption, CopiesBetweenNodesAreNotStaged) {
  const Captured result =
      exits(2, run({"apenet_cluster", "-p", "staging=plain", "--workload", "ring"}));
  EXPECT_THAT(result.err, HasSubstr("staging = plain: expected none with a schedule"));
}

TEST(ScheduleOption, StoresOfKernelsAreAnotherWayThanCopyEngines) {
  exits(0, run({"nvlink_node", "--workload", "allreduce:bytes=256 KiB,engine=stores,check=true"}));
  const Captured refused = exits(2, run({"fat_tree", "--workload", "ring:engine=stores"}));
  EXPECT_THAT(refused.err, HasSubstr("graph ring.engine = stores: expected dma"));
}

/// A run has the workload that a kernel's line names, by whatever name, and is repeated from it.
TEST(ScheduleOption, FilesThatItsKernelsNameAreKeptWithARun) {
  const ScratchDirectory scratch, elsewhere;
  const std::string work =
      "[workload]\nname = work\n[data.unused]\nbytes = 4 KiB\nplacement = interleave\n"
      "[kernel.work]\nctas = 24\nwarps_per_cta = 2\ndo = compute 300\n";
  write_file(scratch / "near.ini", work);
  write_file(elsewhere / "far.ini", work);
  write_file(scratch / "s.csv",
             "graph,id,task,src,dst,bytes,workload\na,x,kernel,0,,,file:near.ini\n"
             "a,y,kernel,1,,,file:" +
                 std::string(elsewhere / "far.ini") + "\n");
  const auto time_of = [](Words words) {
    const Captured run = exits(0, program(Words{"run", "nvlink_node", "--json"} + words));
    return results_of(run).at("end_max");
  };
  const double time = time_of({"-p", "gpus=2", "-p", "gpu.sms=2", "-p", "record=true", "--schedule",
                               scratch / "s.csv", "-o", scratch / "run"});
  EXPECT_EQ(
      time_of({"-p", "gpus=2", "-p", "gpu.sms=2", "--schedule", scratch / "run/schedule.csv"}),
      time);
  write_file(scratch / "near.ini", "[");
  write_file(elsewhere / "far.ini", "[");
  EXPECT_EQ(time_of({"--config", scratch / "run/config.resolved.ini"}), time);
}

}  // namespace
}  // namespace gf::test::schedule_cli_test
