// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/run/dry_run.h sc_main/run/run_plan.h sc_main/run/run_facts.h sc_main/run/numbered_directory.h
// --dry-run shows what would be done, and does nothing; directories that nobody named.
#include <cstdlib>
#include <filesystem>
#include <gmock/gmock.h>

#include "core/text/json.h"
#include "tests/support/program.h"

namespace gf::test::dry_run_test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// A test whose working directory is empty, and stays so unless a run fills it.
class DryRun : public testing::Test {
 protected:
  DryRun() {
    fs::current_path(scratch_.path());
    setenv("GPUFABRIC_STORE", (store_ / "store").c_str(), 1);
  }
  ~DryRun() override {
    fs::current_path("/");
    unsetenv("GPUFABRIC_MAX_WALL");
    setenv("GPUFABRIC_DEFAULTS", "none", 1);
  }
  [[nodiscard]] bool is_untouched() const { return fs::is_empty(scratch_.path()); }
  ScratchDirectory scratch_;
  ScratchDirectory store_;
};

TEST_F(DryRun, OfARunIsAConfigurationThatItTakes) {
  const Captured plan =
      program({"run", "store_goodput", "-p", "bytes=8 B", "-o", "x/y", "--vcd", "*", "--dry-run"});
  EXPECT_EQ(plan.code, 0) << plan.err;
  EXPECT_THAT(plan.out, AllOf(HasSubstr("would write x/y: run.json"), HasSubstr("waves.vcd"),
                              HasSubstr("bytes = 8 B")));
  EXPECT_TRUE(is_untouched());
  const ScratchDirectory other;
  write_file(other / "plan.ini", plan.out);
  EXPECT_EQ(program({"run", "store_goodput", "--config", other / "plan.ini", "-q"}).out,
            program({"run", "store_goodput", "-p", "bytes=8 B", "-q"}).out);
}

TEST_F(DryRun, OfARunFindsWhatIsWrong) {
  write_file(scratch_ / "mine/notes.txt", "not a run");
  EXPECT_EQ(program({"run", "store_goodput", "-o", "mine", "--dry-run"}).code, 2);
  EXPECT_EQ(program({"run", "store_goodput", "-p", "bytes=9 TB", "--dry-run"}).code, 2);
}

TEST_F(DryRun, OfManyRunsTellsWhichTheStoreHas) {
  const std::vector<std::string> sweep = {"sweep", "store_goodput", "-p", "bytes=4 B,8 B", "-q"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), sweep.begin(), sweep.end());
    return program(more);
  };
  const Captured first = with({"--dry-run"});
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_THAT(first.out, AllOf(HasSubstr("2 runs, of which the store has 0; 2 would be made"),
                               HasSubstr("would write: sweep/sweep.csv"), HasSubstr("bytes=4 B")));
  EXPECT_TRUE(is_untouched());
  EXPECT_FALSE(fs::exists(std::getenv("GPUFABRIC_STORE")));
  EXPECT_EQ(with({}).code, 0);
  EXPECT_THAT(with({"--dry-run"}).out, HasSubstr("the store has 2; 0 would be made"));
  const auto json = core::parse_json(with({"--dry-run", "--json"}).out);
  ASSERT_EQ(json.at("runs").size(), 2u);
  EXPECT_EQ(json.at("runs")[1].at("configuration").at("bytes"), "8 B");
  EXPECT_TRUE(json.at("runs")[1].at("stored").get<bool>());
}

TEST_F(DryRun, OfCurveAndProfileNamesTheirPoints) {
  const Captured curve =
      program({"curve", "torus", "--loads", "0.1,0.2", "--saturation", "--dry-run"});
  EXPECT_EQ(curve.code, 0) << curve.err;
  EXPECT_THAT(curve.out, AllOf(HasSubstr("load 0.2"), HasSubstr("--saturation adds loads")));
  const Captured profile = program({"profile", "proact", "--chunks", "64 KiB", "--threads", "256",
                                    "--out", "best.ini", "--dry-run"});
  EXPECT_EQ(profile.code, 0) << profile.err;
  EXPECT_THAT(profile.out, AllOf(HasSubstr("mechanism=polling"), HasSubstr("would write: best.ini"),
                                 HasSubstr("3 runs")));
  EXPECT_TRUE(is_untouched());
}

TEST_F(DryRun, OfAPaperAsksItsJudges) {
  const Captured plan = program({"reproduce", "pcie.table1", "--dry-run"});
  EXPECT_EQ(plan.code, 0) << plan.err;
  EXPECT_THAT(plan.out, AllOf(HasSubstr("gpufabric run pcie_t"), HasSubstr("report-pcie.table1/report.html")));
  EXPECT_TRUE(is_untouched());
}

TEST_F(DryRun, VerboseShowsTheCommandOfEachRun) {
  const Captured run = program({"sweep", "store_goodput", "-p", "bytes=4 B,8 B", "-v"});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.err, AllOf(HasSubstr("gpufabric run store_goodput -p 'bytes=4 B'"),
                             HasSubstr("'bytes=8 B'")));
  EXPECT_EQ(program({"sweep", "store_goodput", "-p", "bytes=4 B,8 B", "-v", "-q"}).code, 2);
}

TEST_F(DryRun, ABareOutdirIsNumbered) {
  const Captured first = program({"run", "store_goodput", "-o"});
  EXPECT_EQ(first.code, 0);
  EXPECT_THAT(first.err, HasSubstr("the run's files are in out/store_goodput-1"));
  EXPECT_EQ(program({"run", "store_goodput", "--timeline", "-q"}).err, "");
  EXPECT_TRUE(fs::exists("out/store_goodput-1/run.json"));
  EXPECT_TRUE(fs::exists("out/store_goodput-2/timeline.json"));
  EXPECT_THAT(program({"run", "store_goodput", "-o", "--dry-run"}).out,
              HasSubstr("would write out/store_goodput-3"));
  EXPECT_FALSE(fs::exists("out/store_goodput-3"));
}

TEST_F(DryRun, WithoutOutdirARunWritesNothing) {
  EXPECT_EQ(program({"run", "store_goodput"}).code, 0);
  EXPECT_TRUE(is_untouched());
  EXPECT_EQ(program({"run", "store_goodput", "--vcd", "no_such_probe"}).code, 2);
  EXPECT_TRUE(is_untouched());
}

TEST_F(DryRun, DefaultsOfTheUserAreRecorded) {
  write_file(scratch_ / "config.ini", "[run]\noutdir = auto\nmax-wall = 1 h\n");
  setenv("GPUFABRIC_DEFAULTS", (scratch_ / "config.ini").c_str(), 1);
  EXPECT_EQ(program({"run", "store_goodput", "-q"}).code, 0);
  const auto record = core::parse_json(read_file("out/store_goodput-1/run.json"));
  ASSERT_EQ(record.at("defaults").size(), 2u);
  EXPECT_EQ(record.at("defaults")[0].at("option"), "outdir");
  EXPECT_THAT(record.at("defaults")[0].at("origin").get<std::string>(), HasSubstr("config.ini:2"));
  EXPECT_EQ(program({"run", "store_goodput", "-q", "--no-defaults"}).code, 0);
  EXPECT_FALSE(fs::exists("out/store_goodput-2"));
  write_file(scratch_ / "config.ini", "max-wall = soon\n");
  EXPECT_THAT(program({"run", "store_goodput"}).err,
              AllOf(HasSubstr("--max-wall: \"soon\""), HasSubstr("config.ini:1")));
  write_file(scratch_ / "config.ini", "[run]\nouddir = x\n");
  const Captured bad = program({"run", "store_goodput"});
  EXPECT_EQ(bad.code, 5);
  EXPECT_THAT(bad.err, HasSubstr("config.ini:2: \"ouddir\""));
}

TEST_F(DryRun, DefaultsReachNoRunThatIsKept) {
  setenv("GPUFABRIC_DEFAULTS", "", 1);
  setenv("XDG_CONFIG_HOME", scratch_.path().c_str(), 1);
  setenv("GPUFABRIC_MAX_WALL", "1 ms", 1);
  EXPECT_EQ(program({"sweep", "store_goodput", "-p", "bytes=4 B,8 B", "-q"}).code, 0);
}

}  // namespace
}  // namespace gf::test::dry_run_test
