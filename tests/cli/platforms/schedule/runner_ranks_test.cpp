// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/support/program.h"
#include "tests/support/ranks_command.h"
#include "tests/support/run_file.h"

namespace gf::test::runner_ranks_test {
namespace {

using namespace ranks_command;  // NOLINT: what these tests share

const Words kSmallDragonfly{"dragonfly", "-p", "p=2", "-p", "a=4", "-p", "h=2"};

/// Devices at a network that do the tasks of a schedule.
class AnySchedule : public AnyNetwork {
 protected:
  Captured do_tasks(unsigned ranks, const Words& more = {}) {
    return program(Words{"run"} + GetParam().words +
                   Words{"-q", "--no-defaults", "--json", "-p", "flit_error_rate=0.01", "-p",
                         "record=true", "--timeline", "--ranks", std::to_string(ranks), "--outdir",
                         scratch_ / std::to_string(ranks)} +
                   kWaves + more);
  }
  void expect_the_same_of_ranks(const Words& more) {
    const Captured whole = exits(0, do_tasks(1, more));
    for (const unsigned ranks : {2u, 3u}) {
      const Captured shared = do_tasks(ranks, more);
      expect_same_end(shared, whole, std::to_string(ranks) + " ranks");
      expect_same(ranks, {"stats.json", "stats.csv", "channels.csv", "tasks.csv", "schedule.csv",
                          "record.json", "timeline.json", "waves.vcd"});
    }
  }
};

TEST_P(AnySchedule, WritesTheSameBytes) { expect_the_same_of_ranks({}); }

TEST_P(AnySchedule, HasTheSameSamplesAndTheSameEarlyEnd) {
  const Words more{"--series", "777 ns", "--stop-at", "5 us"};
  expect_the_same_of_ranks(more);
  for (const unsigned ranks : {2u, 3u}) expect_same(ranks, {"series.csv"});
}

INSTANTIATE_TEST_SUITE_P(
    Ranks, AnySchedule,
    testing::Values(
        Network{"ring all-reduce, which computes",
                kSmallDragonfly + Words{"--workload", "allreduce:bytes=16 KiB"}},
        Network{"all to all, short packets that overtake each other",
                {"fat_tree", "--routing", "random", "--workload", "alltoall:bytes=16 KiB", "-p",
                 "copies.packet=32 B"}},
        Network{"one graph of copies", {"torus", "--workload", "ring:bytes=10 KB"}},
        Network{"UGAL, long channels",
                kSmallDragonfly + Words{"--routing", "ugal_l_vc_h", "-p", "global_latency=60",
                                        "--workload", "allgather:bytes=4 KiB"}},
        Network{"a clock of 1.3 ns",
                {"hyperx", "-p", "clock=1.3 ns", "--workload", "reducescatter:bytes=64 KiB"}}));

}  // namespace
}  // namespace gf::test::runner_ranks_test
