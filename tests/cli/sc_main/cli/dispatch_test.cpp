// SPDX-License-Identifier: Apache-2.0
// The program as a whole: help, version, unknown words, exit codes.
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::dispatch_test {
namespace {

TEST(Program, NoWordsShowHelpAsAnError) {
  const Captured run = exits(2, program({}));
  EXPECT_THAT(run.out, HasSubstr("Usage: gpufabric [--plugin FILE]... COMMAND"));
}

TEST(Program, UnknownCommandNamesTheNearest) {
  const Captured run = exits(2, program({"rnu"}));
  EXPECT_THAT(run.err,
              AllOf(StartsWith("gpufabric: unknown command \"rnu\""), HasSubstr("nearest: run")));
  EXPECT_THAT(run.out, IsEmpty());
  EXPECT_EQ(program({"help", "rnu"}).code, 2);
}

}  // namespace
}  // namespace gf::test::dispatch_test
