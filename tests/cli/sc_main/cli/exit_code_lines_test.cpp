// SPDX-License-Identifier: Apache-2.0
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::exit_code_lines_test {
namespace {

TEST(Program, HelpListsEveryCommandAndExitCode) {
  const Captured run = exits(0, program({"--help"}));
  EXPECT_THAT(run.err, IsEmpty());
  for (const char* word : {"list", "params", "topology", "run", "check", "reproduce", "130", "143"})
    EXPECT_THAT(run.out, HasSubstr(word));
}

}  // namespace
}  // namespace gf::test::exit_code_lines_test
