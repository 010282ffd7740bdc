// SPDX-License-Identifier: Apache-2.0
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::main_test {
namespace {

TEST(Program, VersionNamesSystemC) {
  const Captured run = program({"--version"});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, AllOf(StartsWith("gpufabric "), HasSubstr("\nSystemC 2.3.")));
  EXPECT_THAT(run.err, IsEmpty());
}

TEST(Program, UnwritableOutputIsAnError) {
  const Captured run = capture({"/bin/sh", "-c", std::string(GF_PROGRAM) + " --help > /dev/full"});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr("standard output"));
}

}  // namespace
}  // namespace gf::test::main_test
