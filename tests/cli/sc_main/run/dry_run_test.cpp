// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/reproduce/reproduce_plan.h
// --dry-run shows what would be done, and does nothing; directories that nobody named.
#include "tests/support/dry_run.h"

#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::dry_run_test {
namespace {

TEST_F(DryRun, OfARunIsAConfigurationThatItTakes) {
  const Captured plan = exits(0, program({"run", "store_goodput", "-p", "bytes=8 B", "-o", "x/y",
                                          "--vcd", "*", "--dry-run"}));
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

TEST_F(DryRun, OfAPaperAsksItsJudges) {
  EXPECT_THAT(
      exits(0, program({"reproduce", "pcie.table1", "--dry-run"})).out,
      AllOf(HasSubstr("gpufabric run pcie_t"), HasSubstr("report-pcie.table1/report.html")));
  EXPECT_TRUE(is_untouched());
}

}  // namespace
}  // namespace gf::test::dry_run_test
