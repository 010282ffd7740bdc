// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/reproduce/reproduce* papers/runner.h papers/report/linked_runs.h papers/report/install.h
// Holds: papers/report/report_directory.h
// `gpufabric reproduce` from the outside, over a made-up registry (support/reproduce_fixture.cpp).
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <gmock/gmock.h>
#include <set>
#include <signal.h>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

#include "core/system/child_process.h"
#include "core/text/json.h"
#include "tests/support/captured.h"
#include "tests/support/csv.h"

namespace gf::reproduce_test {
namespace {

using nlohmann::json;
using test::Captured;
using test::read_file;
using test::ScratchDirectory;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class Reproduce : public testing::Test {
 protected:
  Reproduce() { ::setenv("GF_COUNT", started().c_str(), 1); }
  ~Reproduce() override { ::unsetenv("GF_COUNT"); }
  std::vector<std::string> command(std::vector<std::string> words) {
    words.insert(words.begin(), {GF_FIXTURE, "reproduce"});
    words.insert(words.end(), {"--outdir", report().string(), "--store", store().string()});
    return words;
  }
  std::filesystem::path store() const { return scratch_ / "store"; }
  /// A line a run that was started: its name and its process.
  std::filesystem::path started() const { return scratch_ / "started"; }
  pid_t wait_for_run(core::ChildProcess& program) const {
    std::string name;
    pid_t process = 0;
    while (!(std::istringstream(read_file(started())) >> name >> process)) {
      EXPECT_FALSE(program.ended()) << read_file(scratch_ / "err");
      usleep(10000);
    }
    return process;
  }
  /// Until the program, whose standard error is the file "err", says that `id` is finished.
  void wait_for_end_of(const std::string& id) const {
    const auto said = [&] { return read_file(scratch_ / "err").find(id) != std::string::npos; };
    for (int i = 0; i < 10'000 && !said(); ++i) usleep(10'000);
    EXPECT_TRUE(said()) << id;
  }
  Captured run(const std::vector<std::string>& words) { return test::capture(command(words)); }
  std::filesystem::path report() const { return scratch_ / "report"; }
  json results() const { return core::parse_json(read_file(report() / "results.json")); }

  ScratchDirectory scratch_;
};

TEST_F(Reproduce, PassingRunPrintsTheTableAndLeavesAReport) {
  const Captured run = this->run({"demo.curves", "demo.steps", "--all", "--quiet"});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, StartsWith("id "));
  EXPECT_THAT(run.out, HasSubstr("| 0→1 2→3 4→5 6→7 | 0→1 2→3 4→5 6→7 |"));
  EXPECT_THAT(run.out, HasSubstr("\n4 pass, 1 deviate, 0 fail, 1 info\n"));
  EXPECT_THAT(run.out, HasSubstr("report: " + (report() / "report.html").string()));
  EXPECT_EQ(run.err, "");
  EXPECT_THAT(read_file(report() / "report.html"), HasSubstr("demo.curves.peak"));
  EXPECT_FALSE(std::filesystem::exists(report() / ".partial"));
}

TEST_F(Reproduce, PrintsOnlyWhatDeviatesOrFailsAndALineAnExperiment) {
  const Captured run = this->run({"demo.curves", "demo.steps"});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, HasSubstr("demo.curves.rc"));
  EXPECT_THAT(run.out, Not(HasSubstr("demo.curves.peak")));
  EXPECT_THAT(run.err, HasSubstr("demo.curves                  3 pass, 1 deviates, 1 info"));
  EXPECT_THAT(run.err, HasSubstr("demo.steps                   1 pass"));
}

TEST_F(Reproduce, JsonIsAListOfExactlyNineKeys) {
  const Captured run = this->run({"demo.curves", "--json"});
  const json rows = core::parse_json(run.out);
  ASSERT_EQ(rows.size(), 5u);
  for (const json& row : rows) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : row.items()) keys.push_back(key);
    EXPECT_THAT(keys, ElementsAre("error", "id", "kind", "published", "quantity", "simulated",
                                  "tolerance", "unit", "verdict"));
  }
  EXPECT_EQ(rows[0]["published"], 11.6);
  EXPECT_EQ(rows[4]["verdict"], "info");
}

TEST_F(Reproduce, OutsideToleranceExitsOne) {
  const Captured run = this->run({"bad.outside"});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.out, HasSubstr("+6.00 %"));
}

TEST_F(Reproduce, ExceptionForgottenRowAndFailedRunAreFailedRows) {
  const Captured run = this->run({"bad.throws", "bad.run", "bad.forgets"});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.out, HasSubstr("bad.throws: the model took fright & stopped"));
  EXPECT_THAT(
      run.out,
      HasSubstr("bad.run: gpufabric run fails --stats-of '' --seed 1: exit 5: graphs.csv:7: "
                "unknown GPU 9; expected 0 ... 7"));
  EXPECT_THAT(run.out, HasSubstr("bad.forgets.second: the judge set no value"));
}

TEST_F(Reproduce, RunOfAnExperimentIsKeptAndLinked) {
  EXPECT_EQ(run({"child.works"}).code, 0);
  std::vector<std::string> keys;
  for (const auto& entry : std::filesystem::directory_iterator(report() / "runs"))
    keys.push_back(entry.path().filename());
  ASSERT_EQ(keys.size(), 1u);
  EXPECT_TRUE(std::filesystem::exists(report() / "runs" / keys[0] / "stats.json"));
  EXPECT_TRUE(std::filesystem::exists(store() / "runs" / keys[0] / "key.txt"));
  EXPECT_THAT(read_file(report() / "report.html"), HasSubstr("href=\"runs/" + keys[0] + "\""));
}

TEST_F(Reproduce, EqualRunsAreMadeOnceAndNotAgainByASecondCall) {
  const auto starts = [&] {
    const std::string text = read_file(started());
    return std::count(text.begin(), text.end(), '\n');
  };
  EXPECT_EQ(run({"child.works", "child.twice", "-j", "4"}).code, 0);
  EXPECT_EQ(starts(), 1);
  EXPECT_EQ(run({"child.works"}).code, 0);
  EXPECT_EQ(starts(), 1);
  EXPECT_EQ(run({"child.works", "--seed", "2"}).code, 0);
  EXPECT_EQ(starts(), 2);
}

/// What is below the report's runs/, of the only run.
std::set<std::string> files_of_the_run(const std::filesystem::path& report) {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(report / "runs"))
    if (entry.is_regular_file()) files.insert(entry.path().filename());
  return files;
}

TEST_F(Reproduce, PagesAreMadeWhereTheyAreWantedAndLinked) {
  EXPECT_EQ(run({"child.works"}).code, 0);
  const std::string numbers = read_file(report() / "results.json");
  const std::string without = read_file(report() / "report.html");
  EXPECT_THAT(without, Not(HasSubstr("run.html")));
  EXPECT_THAT(without, HasSubstr("<pre>gpufabric run works --stats-of &#39;&#39; --seed 1 "
                                 "--no-defaults --outdir pages/"));
  EXPECT_EQ(run({"child.works", "--pages"}).code, 0);
  EXPECT_EQ(test::lines_of(read_file(started())).size(), 2u) << "the run that was kept has no page";
  EXPECT_EQ(read_file(report() / "results.json"), numbers);
  EXPECT_EQ(files_of_the_run(report()).count("run.html"), 1u);
  const std::string key = results()["experiments"][0]["runs"][0]["path"];
  const std::string with = read_file(report() / "report.html");
  EXPECT_THAT(with, HasSubstr("href=\"runs/" + key + "/run.html\""));
  EXPECT_THAT(with, Not(HasSubstr("--outdir pages/")));
  EXPECT_EQ(run({"child.works", "--pages"}).code, 0);
  EXPECT_EQ(test::lines_of(read_file(started())).size(), 2u) << "now the kept one has";
  EXPECT_EQ(run({"child.works"}).code, 0);
  EXPECT_EQ(files_of_the_run(report()).count("run.html"), 0u) << "it was not asked for";
}

TEST_F(Reproduce, NoMorePagesThanAreAllowed) {
  EXPECT_EQ(run({"child.two", "--pages", "--most-pages", "1"}).code, 0);
  const std::string page = read_file(report() / "report.html");
  EXPECT_THAT(page, HasSubstr("/run.html"));
  EXPECT_THAT(page, HasSubstr("<pre>gpufabric run works_too "));
  EXPECT_THAT(page, Not(HasSubstr("<pre>gpufabric run works ")));
  const Captured none = run({"child.works", "--pages", "--most-pages", "0"});
  EXPECT_EQ(none.code, 2);
  EXPECT_THAT(none.err, HasSubstr("1 ... 10000"));
  EXPECT_EQ(run({"child.works", "--pages", "--doubt"}).code, 2);
}

TEST_F(Reproduce, SameBytesWhateverTheJobs) {
  std::vector<std::string> outputs;
  std::vector<std::string> files;
  for (const char* jobs : {"1", "5"}) {
    Captured run = this->run({"demo.*", "--full", "--seed", "7", "--quiet", "-j", jobs});
    EXPECT_EQ(run.code, 0);
    outputs.push_back(run.out);
    files.push_back(read_file(report() / "results.json"));
  }
  EXPECT_EQ(outputs[0], outputs[1]);
  EXPECT_EQ(files[0], files[1]);
}

TEST_F(Reproduce, SeedReachesTheExperiments) {
  const json rows = core::parse_json(run({"demo.curves", "--json", "--seed", "99"}).out);
  EXPECT_EQ(rows[4]["simulated"], 99);
}

TEST_F(Reproduce, UnknownGlobNamesTheNearestAndWritesNothing) {
  const Captured run = this->run({"demo.cruves"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("nearest: demo.curves"));
  EXPECT_EQ(run.out, "");
  EXPECT_FALSE(std::filesystem::exists(report()));
}

TEST_F(Reproduce, UnknownOptionAndBadJobsAreUsageErrors) {
  EXPECT_EQ(run({"--colour"}).code, 2);
  EXPECT_EQ(run({"-j", "0"}).code, 2);
  EXPECT_THAT(run({"-j", "-1"}).err, HasSubstr("--jobs = -1: expected 1 ... 4096"));
  EXPECT_EQ(run({"-j", "two"}).code, 2);
  EXPECT_EQ(run({"--seed", "x"}).code, 2);
  EXPECT_FALSE(std::filesystem::exists(report()));
}

TEST_F(Reproduce, ListShowsBothSetsAndQuietOnlyIds) {
  const Captured list = run({"--list"});
  EXPECT_THAT(list.out,
              HasSubstr("demo.matrix  full   A matrix [[DEMO], a made-up paper, Fig. 1]\n"));
  const Captured ids = run({"--list", "--quiet", "demo.c*"});
  EXPECT_EQ(ids.out, "demo.curves\n");
  EXPECT_FALSE(std::filesystem::exists(report()));
}

TEST_F(Reproduce, OwnReportIsReplacedAndSaidSo) {
  run({"demo.steps"});
  test::write_file(report() / "runs/old", "x");
  const Captured again = run({"demo.bars"});
  EXPECT_EQ(again.code, 0);
  EXPECT_THAT(again.err, HasSubstr("replaces the report in"));
  EXPECT_FALSE(std::filesystem::exists(report() / "runs/old"));
  EXPECT_EQ(run({"demo.bars", "--quiet"}).err, "");
}

TEST_F(Reproduce, APartLeavesTheWholeReportAlone) {
  std::filesystem::current_path(scratch_.path());
  const auto reproduce = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {GF_FIXTURE, "reproduce"});
    words.insert(words.end(), {"--quiet", "--store", store().string()});
    const Captured run = test::capture(words);
    EXPECT_EQ(run.code, 0) << run.err;
    return run.out;
  };
  EXPECT_THAT(reproduce({}), HasSubstr("\nreport: report/report.html\n"));
  const std::string whole = read_file("report/results.json");
  EXPECT_THAT(reproduce({"demo.steps"}), HasSubstr("\nreport: report-demo.steps/report.html\n"));
  EXPECT_THAT(reproduce({"demo.s*", "demo.bars"}),
              HasSubstr("\nreport: report-demo.sall+demo.bars/report.html\n"));
  EXPECT_EQ(read_file("report/results.json"), whole);
  std::filesystem::current_path("/");
}

TEST_F(Reproduce, ForeignFilesAreRefusedAndForceKeepsThem) {
  test::write_file(report() / "thesis.tex", "precious");
  const Captured refused = run({"demo.steps"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("--force"));
  EXPECT_FALSE(std::filesystem::exists(report() / "report.html"));
  EXPECT_EQ(run({"demo.steps", "--force"}).code, 0);
  EXPECT_EQ(read_file(report() / "thesis.tex"), "precious");
}

TEST_F(Reproduce, UnwritableOutdirIsAUsageError) {
  test::write_file(scratch_ / "file", "x");
  const Captured run =
      test::capture({GF_FIXTURE, "reproduce", "demo.steps", "--outdir", (scratch_ / "file/x")});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("--outdir"));
}

TEST_F(Reproduce, QuickSetPasses) { EXPECT_EQ(run({}).code, 0); }

/// Gone, or only waiting to be collected by whoever inherited it.
bool ended(pid_t pid) {
  std::ifstream in("/proc/" + std::to_string(pid) + "/stat");
  std::string word;
  char state = 'Z';
  in >> word >> word >> state;
  return state == 'Z';
}

TEST_F(Reproduce, InterruptionStopsEverythingAndLeavesAPartialReport) {
  ::signal(SIGINT, SIG_DFL);  // A program that inherits an ignored one goes on ignoring it.
  core::ChildProcess program({command({"demo.steps", "slow.sleeps", "-j", "2"}), scratch_ / "out",
                              scratch_ / "err", true});
  const pid_t grandchild = wait_for_run(program);
  wait_for_end_of("demo.steps");
  program.signal(SIGINT);
  program.wait();
  EXPECT_EQ(program.exit_code(), 130);
  EXPECT_TRUE(ended(grandchild));
  EXPECT_THAT(read_file(scratch_ / "out"), HasSubstr("interrupted: 1 of 2 experiments unfinished"));
  EXPECT_THAT(read_file(report() / "report.html"), HasSubstr("Partial report"));
  EXPECT_EQ(results()["partial"], true);
  EXPECT_EQ(results()["counts"]["pass"], 1);
}

TEST_F(Reproduce, TerminationExits143) {
  core::ChildProcess program({command({"slow.sleeps"}), scratch_ / "out", scratch_ / "err", true});
  wait_for_run(program);
  program.signal(SIGTERM);
  program.wait();
  EXPECT_EQ(program.exit_code(), 143);
}

TEST_F(Reproduce, KilledProgramTakesItsRunsAlong) {
  pid_t grandchild = 0;
  {
    core::ChildProcess program({command({"slow.sleeps"}), {}, {}, true});
    grandchild = wait_for_run(program);
    program.signal(SIGKILL);
    program.wait();
  }
  for (int i = 0; i < 10'000 && !ended(grandchild); ++i) usleep(10000);
  EXPECT_TRUE(ended(grandchild));
  EXPECT_EQ(run({"demo.steps", "--quiet"}).code, 0);  // What it left behind is no obstacle.
}

TEST_F(Reproduce, SecondWriterIsRefused) {
  core::ChildProcess first({command({"slow.sleeps"}), {}, {}, true});
  wait_for_run(first);
  const Captured second = run({"demo.steps"});
  EXPECT_EQ(second.code, 2);
  EXPECT_THAT(second.err, HasSubstr("no other gpufabric reproduce"));
  first.signal(SIGTERM);
  first.wait();
}

TEST(ReproduceProgram, ListsItsRegistry) {
  const Captured list = test::capture({GF_PROGRAM, "reproduce", "--list"});
  EXPECT_EQ(list.code, 0);
  const Captured help = test::capture({GF_PROGRAM, "reproduce", "--help"});
  EXPECT_EQ(help.code, 0);
  EXPECT_THAT(help.out, HasSubstr("--full"));
  EXPECT_THAT(help.out, Not(HasSubstr("--worker")));
}

TEST(ReproduceProgram, ListsWhatTheExampleOfItsHelpNames) {
  const Captured help = test::capture({GF_PROGRAM, "reproduce", "--help"});
  EXPECT_THAT(help.out, HasSubstr("gpufabric reproduce 'pcie.fig3.*'"));
  const Captured list = test::capture({GF_PROGRAM, "reproduce", "pcie.fig3.*", "--list"});
  EXPECT_EQ(list.code, 0) << list.err;
  EXPECT_THAT(list.out, StartsWith("pcie.fig3 "));
}

/// A report whose store is gone, with the temporary directory that it was made with.
class ReportAlone : public testing::Test {
 protected:
  void SetUp() override {
    const ScratchDirectory gone;
    const Captured made =
        test::capture({"/usr/bin/env", "TMPDIR=" + gone.path().string(), GF_PROGRAM, "reproduce",
                       "pcie.table1", "--quiet", "--store", gone / "store", "--outdir", report()});
    EXPECT_EQ(made.code, 0) << made.err;
  }
  std::string report() const { return scratch_ / "report"; }
  ScratchDirectory scratch_;
};

TEST_F(ReportAlone, ItsRunsCanBeMadeAgainAnywhere) {
  unsigned runs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(report() + "/runs")) {
    const std::filesystem::path& run = entry.path();
    const std::string platform = core::parse_json(read_file(run / "run.json"))["platform"];
    const std::filesystem::path again = scratch_ / std::to_string(runs++);
    const Captured made = test::capture({"/bin/sh", "-c", "cd / && exec \"$@\"", "sh", GF_PROGRAM,
                                         "run", platform, "--config", run / "config.resolved.ini",
                                         "--outdir", again, "--stats-of", ""});
    EXPECT_EQ(made.code, 0) << made.err;
    for (const char* file : {"stats.json", "stats.csv"})
      EXPECT_EQ(read_file(run / file), read_file(again / file)) << file;
  }
  EXPECT_GT(runs, 0u);
}

}  // namespace
}  // namespace gf::reproduce_test
