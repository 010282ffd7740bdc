// SPDX-License-Identifier: Apache-2.0
#include "tests/support/csv.h"
#include "tests/support/matchers.h"
#include "tests/support/nvlink_runs.h"
#include "tests/support/program.h"
#include "tests/support/results.h"

namespace gf::test::link_join_test {
namespace {

using namespace nvlink_runs;  // NOLINT: what these tests share

TEST(NvlinkFaults, LanesThatDieAreTakenOutAndTheRestCarriesOn) {
  const ScratchDirectory scratch;
  const Captured well = run_small(phases({"--json"}));
  const Captured run =
      exits(0, run_small(phases({"-p", "nvlink.failing=*.lane_0,*.lane_9", "-p",
                                 "nvlink.fails_at=10 us", "--outdir", scratch / "run", "--json"})));
  for (const char* gpu : {"gpu_0", "gpu_1"})
    EXPECT_THAT(run.err,
                HasSubstr(std::string(gpu) + ".nvlink.link_0: 2 lanes out of service, 14 left"));
  const std::string stats = read_file(scratch / "run/stats.csv");
  for (const char* end : {"gpu_0.nvlink.link_0", "gpu_1.nvlink.link_0", "nvswitch.port_1"})
    EXPECT_EQ(stat(stats, std::string(end) + ",failed_lanes"), 2);
  const auto value = [](const Captured& of, const char* name) { return results_of(of).at(name); };
  for (const char* same : {"kernels", "warp_instructions"})
    EXPECT_EQ(value(run, same), value(well, same)) << same;
  EXPECT_GT(value(run, "cycles"), value(well, "cycles"));
}

TEST(NvlinkFaults, LanesWithErrorsReplayUntilAllIsThere) {
  const ScratchDirectory scratch;
  for (const char* rate : {"0", "1e-4"})
    ASSERT_EQ(run_small(phases({"-p", std::string("nvlink.bit_error_rate=") + rate, "--outdir",
                                scratch / rate}))
                  .code,
              0);
  const std::string well = read_file(scratch / "0/stats.csv");
  const std::string bad = read_file(scratch / "1e-4/stats.csv");
  EXPECT_EQ(stat(well, "gpu_0.nvlink.link_0.tx,replays"), 0);
  EXPECT_GT(stat(bad, "gpu_0.nvlink.link_0.tx,replays"), 10);
  for (const char* done : {"dispatcher,ctas", "dispatcher,kernels"})
    EXPECT_EQ(stat(bad, done), stat(well, done)) << done;  // bytes are compared in tests/system
}

TEST(NvlinkFaults, LastLaneOfADirectionIsReplacedByOneOfTheOther) {
  const Captured run =
      exits(0, run_small(phases({"-p", "policy=static", "-p", "nvlink.first_lanes=1", "-p",
                                 "nvlink.failing=gpu_0.nvlink.link_0.lane_0", "-p",
                                 "nvlink.fails_at=1 us"})));
  EXPECT_THAT(run.err, HasSubstr("gpu_0.nvlink.link_0: 1 lane out of service, 15 left"));
}

TEST(NvlinkFaults, LinkThatKeepsOneLaneEndsTheRunWithItsName) {
  const Captured run =
      exits(4, run_small(phases({"-p", "policy=static", "-p", "nvlink.lanes=2", "-p",
                                 "nvlink.failing=gpu_1.*.lane_0", "-p", "nvlink.fails_at=1 us"})));
  EXPECT_THAT(run.err, AllOf(HasSubstr("1 lane out of service, 1 left"),
                             HasSubstr("the link has been dead since 1.03 us (fails_at)")));
}

TEST(NvlinkFaults, LaneThatIsNotThereIsRefusedWithWhatIs) {
  const Captured run =
      exits(2, run_small(phases({"-p", "nvlink.failing=gpu_1.nvlink.link_0.lane_16", "-p",
                                 "nvlink.fails_at=1 us"})));
  EXPECT_THAT(run.err, AllOf(HasSubstr("failing = gpu_1.nvlink.link_0.lane_16"),
                             HasSubstr("gpu_1.nvlink.link_0.lane_0 to lane_15")));
}

TEST(NvlinkFaults, AllLanesOneWayAreRefused) {
  const Captured run = exits(2, run_small({"-p", "nvlink.first_lanes=16"}));
  EXPECT_THAT(run.err, AllOf(HasSubstr("nvlink.first_lanes = 16"), HasSubstr("0 ... 15")));
}

TEST(NvlinkFaults, MemoryThatIsFullOnTheWayIsAUsageError) {
  const Captured run = exits(
      2, run_small({"-p", "workload=stream_triad", "-p", "pages.memory=1 MiB", "-p", "gpus=2"}));
  EXPECT_THAT(run.err, AllOf(HasSubstr("memory"), testing::Not(HasSubstr("uncaught"))));
}

}  // namespace
}  // namespace gf::test::link_join_test
