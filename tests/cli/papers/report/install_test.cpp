// SPDX-License-Identifier: Apache-2.0
#include <signal.h>
#include <unistd.h>

#include "core/system/child_process.h"
#include "tests/support/captured.h"
#include "tests/support/csv.h"
#include "tests/support/matchers.h"
#include "tests/support/reproduce_command.h"

namespace gf::install_test {
namespace {

using reproduce_command::Reproduce;
using test::Captured;
using test::read_file;

TEST_F(Reproduce, OwnReportIsReplacedAndSaidSo) {
  run({"demo.steps"});
  test::write_file(report() / "runs/old", "x");
  EXPECT_THAT(exits(0, run({"demo.bars"})).err, HasSubstr("replaces the report in"));
  EXPECT_FALSE(std::filesystem::exists(report() / "runs/old"));
  EXPECT_EQ(run({"demo.bars", "--quiet"}).err, "");
}

TEST_F(Reproduce, APartLeavesTheWholeReportAlone) {
  std::filesystem::current_path(scratch_.path());
  const auto reproduce = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {GF_FIXTURE, "reproduce"});
    words.insert(words.end(), {"--quiet", "--store", store().string()});
    const Captured run = exits(0, test::capture(words));
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
  EXPECT_THAT(exits(2, run({"demo.steps"})).err, HasSubstr("--force"));
  EXPECT_FALSE(std::filesystem::exists(report() / "report.html"));
  EXPECT_EQ(run({"demo.steps", "--force"}).code, 0);
  EXPECT_EQ(read_file(report() / "thesis.tex"), "precious");
}

TEST_F(Reproduce, UnwritableOutdirIsAUsageError) {
  test::write_file(scratch_ / "file", "x");
  const Captured run = exits(
      2, test::capture({GF_FIXTURE, "reproduce", "demo.steps", "--outdir", (scratch_ / "file/x")}));
  EXPECT_THAT(run.err, HasSubstr("--outdir"));
}

TEST_F(Reproduce, SecondWriterIsRefused) {
  core::ChildProcess first({command({"slow.sleeps"}), {}, {}, true});
  wait_for_run(first);
  EXPECT_THAT(exits(2, run({"demo.steps"})).err, HasSubstr("no other gpufabric reproduce"));
  first.signal(SIGTERM);
  first.wait();
}

}  // namespace
}  // namespace gf::install_test
