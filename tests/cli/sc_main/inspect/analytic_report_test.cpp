// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "tests/support/analytic_command.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::analytic_report_test {
namespace {

using namespace analytic_command;  // NOLINT: what these tests share

TEST(Analytic, TraceShowsTablesOneAndTwo) {
  const Captured run = exits(0, analytic_table1({"--tau", "0.2", "--trace", "table1"}));
  EXPECT_THAT(run.err, IsEmpty());
  EXPECT_THAT(run.out,
              AllOf(HasSubstr("step D (8)"), HasSubstr("3->2        1       1     0.5         0.5"),
                    HasSubstr("step 1: 0.0000 to 36.0799 ms"), HasSubstr("128.57")));
}

TEST(Analytic, OrdersGoOnInTheNextLineOfANarrowTerminal) {
  const std::string script = "/usr/bin/script";  // gives it a terminal
  if (!std::filesystem::exists(script)) GTEST_SKIP() << "no script (Debian: bsdutils)";
  const Captured run =
      capture({script, "-qec", std::string("COLUMNS=60 ") + GF_PROGRAM + " analytic pcie --halo 2d",
               "/dev/null"});
  EXPECT_THAT(run.out, testing::ContainsRegex("\n +1  4\\.[0-9]+ +[0-9]+  0:4,1"));
  EXPECT_THAT(run.out, testing::ContainsRegex("\n {22}[0-9]:")) << "the rest of an order";
}

}  // namespace
}  // namespace gf::test::analytic_report_test
