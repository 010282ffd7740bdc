// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/work/schedule/schedule_writer.cpp platforms/pcie/pcie_platform.cpp
// What a run records as a schedule is what ran.
#include <filesystem>
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "tests/support/chakra_bytes.h"
#include "tests/support/program.h"
#include "tlm_models/work/schedule/chakra/reader.h"

namespace gf::test::record_test {
namespace {

namespace fs = std::filesystem;

class RecordedSchedule : public testing::TestWithParam<const char*> {
 protected:
  fs::path run(const std::string& name, const std::string& option, const std::string& value) {
    const fs::path directory = scratch_ / name;
    const Captured result = program({"run", "pcie_t2", "--quiet", "--no-page", "-p", "record=true",
                                     option, value, "--outdir", directory});
    EXPECT_EQ(result.code, 0) << result.err;
    return directory;
  }

  void expect_the_same_again(const fs::path& first) {
    const fs::path again = run("again", "--graphs", first / "schedule.csv");
    const std::string stats = read_file(first / "stats.csv");
    EXPECT_GT(stats.size(), 1000u);
    EXPECT_EQ(stats, read_file(again / "stats.csv"));
    EXPECT_EQ(read_file(first / "schedule.csv"), read_file(again / "schedule.csv"));
  }
  const ScratchDirectory scratch_;
};

TEST_P(RecordedSchedule, GivesTheSameStatisticsAgain) {
  const std::string what = GetParam();
  const bool is_file = what.find(".goal") != what.npos;
  expect_the_same_again(run("first", is_file ? "--graphs" : "--workload", what));
}

TEST_F(RecordedSchedule, OfChakraTracesGivesTheSameStatisticsAgain) {
  if (!model::reads_chakra()) GTEST_SKIP() << "built without protobuf (Debian: libprotobuf-dev)";
  for (unsigned rank = 0; rank < 3; ++rank)
    write_file(scratch_ / fmt::format("step.{}.et", rank), example_trace(rank));
  const fs::path first = run("first", "--graphs", scratch_ / "step.0.et");
  expect_the_same_again(first);
  EXPECT_EQ(read_file(first / "inputs/step.2.et"), example_trace(2)) << "kept with the run";
}

INSTANTIATE_TEST_SUITE_P(Workloads, RecordedSchedule,
                         testing::Values("ring:bytes=64 KiB", "random:edges=4,graphs=3,bytes=8 KiB",
                                         "allreduce:algorithm=tree,bytes=32 KiB",
                                         "training:layers=4,pipeline=2,tensor=2,microbatches=2,"
                                         "parameters=64 KiB,activations=16 KiB,forward=3 us",
                                         GF_SOURCE_DIR "/docs/examples/exchange.goal"));

}  // namespace
}  // namespace gf::test::record_test
