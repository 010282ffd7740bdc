// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/reproduce/reproduce_report.h sc_main/reproduce/reproduce_settings.h
// Holds: sc_main/reproduce/reproduce_print.h
// `gpufabric reproduce` from the outside, over a made-up registry (support/reproduce_fixture.cpp).
#include "core/text/json.h"
#include "tests/support/captured.h"
#include "tests/support/matchers.h"
#include "tests/support/reproduce_command.h"

namespace gf::reproduce_test {
namespace {

using nlohmann::json;
using reproduce_command::Reproduce;
using test::Captured;
using test::read_file;

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

TEST_F(Reproduce, JsonIsAListOfExactlyTenKeys) {
  const Captured run = this->run({"demo.curves", "--json"});
  const json rows = core::parse_json(run.out);
  ASSERT_EQ(rows.size(), 5u);
  for (const json& row : rows) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : row.items()) keys.push_back(key);
    EXPECT_THAT(keys, ElementsAre("error", "id", "kind", "number", "published", "quantity",
                                  "simulated", "tolerance", "unit", "verdict"));
  }
  EXPECT_EQ(rows[0]["published"], 11.6);
  EXPECT_EQ(rows[4]["verdict"], "info");
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

TEST_F(Reproduce, QuickSetPasses) { EXPECT_EQ(run({}).code, 0); }

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

}  // namespace
}  // namespace gf::reproduce_test
