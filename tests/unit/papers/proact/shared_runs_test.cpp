// SPDX-License-Identifier: Apache-2.0
#include "papers/isca21_proact/shared_runs.h"

#include <gmock/gmock.h>

#include "tests/support/captured.h"

namespace gf::papers::isca21::shared_runs_test {
namespace {

/// Stands in for the program: a script that counts its runs.
class SharedRuns : public testing::Test {
 protected:
  SharedRuns() {
    for (const char* id : {"one", "two"}) std::filesystem::create_directory(scratch_ / id);
    write_program("");
  }
  void write_program(const std::string& first) {
    test::write_file(scratch_ / "program",
                     "#!/bin/sh\n" + first +
                         "\necho x >> \"$(dirname \"$0\")/count\"; mkdir -p \"$4\"\n"
                         "n=$(wc -l < \"$(dirname \"$0\")/count\")\n"
                         "echo \"{\\\"results\\\": {\\\"n\\\": {\\\"value\\\": $n, "
                         "\\\"unit\\\": \\\"count\\\"}}}\" > \"$4/stats.json\"\n");
    std::filesystem::permissions(scratch_ / "program", std::filesystem::perms::owner_all);
  }
  double run(const std::string& experiment, const std::string& argument = "proact",
             std::uint64_t seed = 1) {
    ExperimentContext context;
    context.seed = seed;
    context.outdir = scratch_ / experiment;
    context.program = scratch_ / "program";
    return run_shared(context, "a_run", {"run", argument}).value("n");
  }
  test::ScratchDirectory scratch_;
};

TEST_F(SharedRuns, AnotherExperimentReadsTheRun) {
  EXPECT_EQ(run("one"), 1);
  EXPECT_EQ(run("two"), 1);
  EXPECT_EQ(run("one"), 1);
  EXPECT_TRUE(std::filesystem::exists(scratch_ / kSharedRuns / "a_run/stats.json"));
}

TEST_F(SharedRuns, OtherArgumentsSeedOrProgramAreRunAgain) {
  EXPECT_EQ(run("one"), 1);
  EXPECT_EQ(run("two", "other"), 2);
  EXPECT_EQ(run("two", "other", 7), 3);
  write_program("# longer");
  EXPECT_EQ(run("two", "other", 7), 4);
}

TEST_F(SharedRuns, RunThatFailedIsNotShared) {
  write_program("exit 1");
  EXPECT_THROW(run("one"), ChildRunError);
  write_program("");
  EXPECT_EQ(run("two"), 1);
}

}  // namespace
}  // namespace gf::papers::isca21::shared_runs_test
