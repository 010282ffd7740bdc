// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "core/text/json.h"
#include "tests/support/captured.h"
#include "tests/support/csv.h"
#include "tests/support/matchers.h"
#include "tests/support/reproduce_command.h"

namespace gf::linked_runs_test {
namespace {

using reproduce_command::Reproduce;
using test::Captured;
using test::read_file;
using test::ScratchDirectory;

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

/// Returns the files below the report's runs/; there is only one run.
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
  EXPECT_THAT(exits(2, run({"child.works", "--pages", "--most-pages", "0"})).err,
              HasSubstr("1 ... 10000"));
  EXPECT_EQ(run({"child.works", "--pages", "--doubt"}).code, 2);
}

/// A report whose store is gone, with the temporary directory that it was made with.
class ReportAlone : public testing::Test {
 protected:
  void SetUp() override {
    const ScratchDirectory gone;
    exits(0, test::capture({"/usr/bin/env", "TMPDIR=" + gone.path().string(), GF_PROGRAM,
                            "reproduce", "pcie.table1", "--quiet", "--store", gone / "store",
                            "--outdir", report()}));
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
    exits(0, test::capture({"/bin/sh", "-c", "cd / && exec \"$@\"", "sh", GF_PROGRAM, "run",
                            platform, "--config", run / "config.resolved.ini", "--outdir", again,
                            "--stats-of", ""}));
    for (const char* file : {"stats.json", "stats.csv"})
      EXPECT_EQ(read_file(run / file), read_file(again / file)) << file;
  }
  EXPECT_GT(runs, 0u);
}

}  // namespace
}  // namespace gf::linked_runs_test
