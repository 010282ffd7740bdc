// SPDX-License-Identifier: Apache-2.0
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::main_test {
namespace {

TEST(Program, VersionNamesSystemC) {
  const Captured run = exits(0, program({"--version"}));
  EXPECT_THAT(run.out, AllOf(StartsWith("gpufabric "), HasSubstr("\nSystemC 2.3.")));
  EXPECT_THAT(run.err, IsEmpty());
}

TEST(Program, UnwritableOutputIsAnError) {
  const Captured run =
      exits(1, capture({"/bin/sh", "-c", std::string(GF_PROGRAM) + " --help > /dev/full"}));
  EXPECT_THAT(run.err, HasSubstr("standard output"));
}

}  // namespace
}  // namespace gf::test::main_test
