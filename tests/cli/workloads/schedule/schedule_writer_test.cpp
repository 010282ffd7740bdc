// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/pcie/pcie_platform.cpp
// What a run records as a schedule is what ran.
#include <filesystem>
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "tests/support/chakra_bytes.h"
#include "tests/support/program.h"
#include "workloads/schedule/chakra/chakra_reader.h"

namespace gf::test::schedule_writer_test {
namespace {

constexpr const char* kTraining =
    "training:layers=4,pipeline=2,tensor=2,microbatches=2,parameters=16 KiB,activations=4 KiB,"
    "forward=3 us";

using Case = std::pair<const char*, const char*>;  // platform, what runs
class RecordedSchedule : public testing::TestWithParam<Case> {
 protected:
  fs::path run(const std::string& name, const std::string& option, const std::string& value) {
    const fs::path directory = scratch_ / name;
    exits(0, program({"run", GetParam().first, "--quiet", "--no-page", "-p", "record=true", option,
                      value, "--outdir", directory}));
    return directory;
  }

  void expect_the_same_again(const fs::path& first) {
    const fs::path again = run("again", "--schedule", first / "schedule.csv");
    const std::string stats = read_file(first / "stats.csv");
    EXPECT_GT(stats.size(), 1000u);
    EXPECT_EQ(stats, read_file(again / "stats.csv"));
    EXPECT_EQ(read_file(first / "schedule.csv"), read_file(again / "schedule.csv"));
  }
  const ScratchDirectory scratch_;
};

TEST_P(RecordedSchedule, GivesTheSameStatisticsAgain) {
  const std::string what = GetParam().second;
  const bool is_file = what.find(".goal") != what.npos;
  expect_the_same_again(run("first", is_file ? "--schedule" : "--workload", what));
}

class RecordedTraces : public RecordedSchedule {};

TEST_P(RecordedTraces, GiveTheSameStatisticsAgain) {
  if (!model::reads_chakra()) GTEST_SKIP() << "built without protobuf (Debian: libprotobuf-dev)";
  for (unsigned rank = 0; rank < 3; ++rank)
    write_file(scratch_ / fmt::format("step.{}.et", rank), example_trace(rank));
  const fs::path first = run("first", "--schedule", scratch_ / GetParam().second);
  expect_the_same_again(first);
  EXPECT_EQ(read_file(first / "inputs/step.2.et"), example_trace(2)) << "kept with the run";
}
INSTANTIATE_TEST_SUITE_P(Chakra, RecordedTraces,
                         testing::Values(Case("pcie_t2", "step.0.et"), Case("torus", "step.0.et")));

INSTANTIATE_TEST_SUITE_P(Workloads, RecordedSchedule,
                         testing::Values(Case("pcie_t2", "ring:bytes=64 KiB"),
                                         Case("pcie_t2", "random:edges=4,graphs=3,bytes=8 KiB"),
                                         Case("pcie_t2", "allreduce:algorithm=tree,bytes=32 KiB"),
                                         Case("pcie_t2",
                                              GF_SOURCE_DIR "/docs/examples/exchange.goal"),
                                         Case("torus", "allreduce:bytes=4 KiB"),
                                         Case("nvlink_node", "alltoall:bytes=64 KiB"),
                                         Case("apenet_cluster", "broadcast:bytes=4 KiB")));

}  // namespace
}  // namespace gf::test::schedule_writer_test
