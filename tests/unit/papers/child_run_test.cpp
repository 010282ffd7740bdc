// SPDX-License-Identifier: Apache-2.0
#include "papers/child_run.h"

#include <gmock/gmock.h>

#include "tests/support/captured.h"

namespace gf::papers::child_run_test {
namespace {

using testing::HasSubstr;

/// Stands in for the program: a shell script that sees the same arguments.
class ChildRunTest : public testing::Test {
 protected:
  ExperimentContext context(const std::string& script) {
    test::write_file(scratch_ / "program", "#!/bin/sh\n" + script);
    std::filesystem::permissions(scratch_ / "program", std::filesystem::perms::owner_all);
    ExperimentContext c;
    c.seed = 11;
    c.outdir = scratch_.path();
    c.program = scratch_ / "program";
    return c;
  }
  std::string complaint(const std::string& script) {
    try {
      run_program(context(script), "first", {"run", "pcie_t2"});
    } catch (const ChildRunError& error) {
      return error.what();
    }
    return "nothing thrown";
  }
  test::ScratchDirectory scratch_;
};

constexpr const char* kWorks =
    "mkdir -p \"$4\"; echo \"$@\" > \"$4/arguments\"; "
    "echo '{\"results\": {\"time\": {\"value\": 1.5, \"unit\": \"ms\"}}}' > \"$4/stats.json\"\n";

TEST_F(ChildRunTest, ReadsResultsBack) {
  const ChildRun run = run_program(context(kWorks), "first", {"run", "pcie_t2"});
  EXPECT_EQ(run.value("time"), 1.5);
  EXPECT_EQ(run.results.at("time").unit, "ms");
  EXPECT_EQ(run.link("text").path, "first");
  EXPECT_EQ(test::read_file(scratch_ / "first/arguments"),
            "run pcie_t2 --outdir " + (scratch_ / "first").string() + " --seed 11 --quiet\n");
  EXPECT_FALSE(std::filesystem::exists(scratch_ / "first.stderr.txt"));
}

TEST_F(ChildRunTest, UnknownResultNamesTheNearest) {
  const ChildRun run = run_program(context(kWorks), "first", {"run", "pcie_t2"});
  try {
    const double value = run.value("tine");
    FAIL() << value;
  } catch (const ChildRunError& error) {
    EXPECT_THAT(error.what(), HasSubstr("no result \"tine\"; nearest: time"));
  }
}

TEST_F(ChildRunTest, FailureCarriesTheLastLineOfItsMessages) {
  EXPECT_EQ(complaint("echo first >&2; echo 'last words' >&2; echo >&2; exit 4\n"),
            "gpufabric run pcie_t2: exit 4: last words");
  EXPECT_EQ(complaint("kill -9 $$\n"),
            "gpufabric run pcie_t2: signal 9 (Killed): it wrote no message");
}

TEST_F(ChildRunTest, MissingOrBrokenResultsAreFailures) {
  EXPECT_THAT(complaint("exit 0\n"), HasSubstr("unreadable stats.json"));
  EXPECT_THAT(complaint("mkdir -p \"$4\"; echo '{}' > \"$4/stats.json\"\n"),
              HasSubstr("unreadable stats.json"));
}

}  // namespace
}  // namespace gf::papers::child_run_test
