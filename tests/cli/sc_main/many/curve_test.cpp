// SPDX-License-Identifier: Apache-2.0
#include "tests/support/curve_command.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::curve_test {
namespace {

using curve_command::small;

TEST(Curve, SaturationOfTheWorstCaseIsFound) {
  const Captured run = program(small({"--traffic", "wc", "--loads", "0.05", "--saturation",
                                      "--tolerance", "0.02", "-p", "measurement.warmup_most=20"}));
  EXPECT_EQ(run.code, 0) << run.err;
  // MIN carries 1 / (a h) = 0.125 of it.
  EXPECT_THAT(run.out, testing::ContainsRegex("saturation: stable at 0\\.1[012]"));
  EXPECT_THAT(run.out, HasSubstr(" no\n")) << "unstable points are shown and flagged";
}

}  // namespace
}  // namespace gf::test::curve_test
