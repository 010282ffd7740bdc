// SPDX-License-Identifier: Apache-2.0
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::man_test {
namespace {

TEST(Man, ShowsTheProgramsPage) {
  const Captured run = exits(0, program({"man"}));
  EXPECT_THAT(run.out, AllOf(HasSubstr(".TH GPUFABRIC 1 "), HasSubstr("\\fBsweep\\fR\n"),
                             HasSubstr("\\fBpcie_t2\\fR\n"), HasSubstr("\\fB130\\fR\n"),
                             HasSubstr("\\fBgpufabric\\-completion\\fR(1)")));
}

TEST(Man, ShowsACommandsPage) {
  const Captured run = exits(0, program({"man", "run"}));
  EXPECT_THAT(run.out,
              AllOf(HasSubstr(".TH GPUFABRIC\\-RUN 1 "),
                    HasSubstr("\\fB\\-p, \\-\\-param\\fR \\fINAME=VALUE\\fR\n"),
                    HasSubstr("\\fB\\-o, \\-\\-outdir\\fR \\fIDIR\\fR\n"),
                    HasSubstr("\n.EX\n  gpufabric run pcie_t2"), HasSubstr("\\fB4\\fR\n")));
}

TEST(Man, AnUnknownCommandIsRefused) {
  EXPECT_EQ(program({"man", "rnu"}).code, 2);
  EXPECT_EQ(program({"man", "run", "--outdir", "x"}).code, 2);
}

}  // namespace
}  // namespace gf::test::man_test
