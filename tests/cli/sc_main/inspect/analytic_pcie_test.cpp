// SPDX-License-Identifier: Apache-2.0
#include "tests/support/analytic_command.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::analytic_pcie_test {
namespace {

using analytic_command::analytic;

TEST(Analytic, HelpNamesDefaultsWorkloadsAndExamples) {
  const Captured run = exits(0, program({"help", "analytic"}));
  EXPECT_THAT(run.out, AllOf(HasSubstr("default: 1 - 1/1.21 (VII)"), HasSubstr("all_to_all:bytes="),
                             HasSubstr("--halo 3d --top 3")));
}

TEST(Analytic, WrongWordsAreUsageErrors) {
  struct Case {
    std::vector<std::string> words;
    const char* says;
  };
  for (const Case& c : {
           Case{{}, "--graphs FILE, --workload GEN or --halo"},
           Case{{"--halo", "4d"}, "one of 2d, 3d"},
           Case{{"--workload", "ring", "--tau", "0.9"}, "0 ... 0.5"},
           Case{{"--workload", "ring", "--hol-share", "1.5"}, "0 ... 1"},
           Case{{"--workload", "ring", "--bandwidth", "5"}, "--bandwidth"},
           Case{{"--workload", "rong"}, "one of scatter"},
           Case{{"--workload", "ring", "--topology", "t9"}, "t2_first4"},
           Case{{"--workload", "ring", "--trace", "rang"}, "there are ring"},
           Case{{"--workload", "ring", "--carried", "x"}, "shared_ports, every_port"},
           Case{{"--workload", "ring", "--hol-cause", "x"}, "conflicts_only, any_lowering"},
           Case{{"--workload", "ring", "--curve", "3"}, "need --halo"},
           Case{{"--halo", "2d", "--trace", "x"}, "--trace needs"},
           Case{{"--halo", "2d", "--topology", "rc:4,4"}, "10 million orders"},
           Case{{"--halo", "2d", "--orders-csv", "/proc/no/such/dir/x"}, "cannot write"},
           Case{{"--halo", "2d", "--orders-csv", ""}, "--orders-csv '': expected the name"},
           Case{{"--workload", "ring", "--orders-csv", ""}, "--orders-csv '': expected the name"},
       }) {
    const Captured run = analytic(c.words);
    EXPECT_EQ(run.code, 2) << c.says;
    EXPECT_THAT(run.err, HasSubstr(c.says));
    EXPECT_THAT(run.out, IsEmpty());
  }
  EXPECT_THAT(program({"analytic"}).err, HasSubstr("no model given"));
  EXPECT_THAT(program({"analytic", "nvlink"}).err,
              HasSubstr("unknown model \"nvlink\"; expected pcie"));
}

TEST(Analytic, BadGraphFileNamesTheLine) {
  const ScratchDirectory scratch;
  write_file(scratch / "t.csv", "graph,src,dst,bytes,start_ns\na,0,9,1,0\n");
  const Captured run = exits(5, analytic({"--graphs", scratch / "t.csv"}));
  EXPECT_THAT(run.err, AllOf(HasSubstr("t.csv:2: dst = '9'"), HasSubstr("0 ... 7")));
}

}  // namespace
}  // namespace gf::test::analytic_pcie_test
