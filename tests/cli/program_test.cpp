// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/cli/main.cpp sc_main/cli/dispatch.h sc_main/cli/command.h sc_main/cli/commands.cpp core/base/version.h
// Holds: sc_main/cli/exit_code_lines.cpp
// The program as a whole: help, version, unknown words, exit codes.
#include "tests/support/program.h"

#include <gmock/gmock.h>

namespace gf::test::program_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

TEST(Program, HelpListsEveryCommandAndExitCode) {
  const Captured run = program({"--help"});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.err, IsEmpty());
  for (const char* word : {"list", "params", "topology", "run", "check", "reproduce", "130", "143"})
    EXPECT_THAT(run.out, HasSubstr(word));
}

TEST(Program, NoWordsShowHelpAsAnError) {
  const Captured run = program({});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.out, HasSubstr("Usage: gpufabric [--plugin FILE]... COMMAND"));
}

TEST(Program, VersionNamesSystemC) {
  const Captured run = program({"--version"});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, AllOf(StartsWith("gpufabric "), HasSubstr("\nSystemC 2.3.")));
  EXPECT_THAT(run.err, IsEmpty());
}

TEST(Program, UnknownCommandNamesTheNearest) {
  const Captured run = program({"rnu"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err,
              AllOf(StartsWith("gpufabric: unknown command \"rnu\""), HasSubstr("nearest: run")));
  EXPECT_THAT(run.out, IsEmpty());
  EXPECT_EQ(program({"help", "rnu"}).code, 2);
}

TEST(Program, UnwritableOutputIsAnError) {
  const Captured run = capture({"/bin/sh", "-c", std::string(GF_PROGRAM) + " --help > /dev/full"});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr("standard output"));
}

class EveryCommand : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Program, EveryCommand,
                         testing::Values("list", "params", "topology", "run", "check", "reproduce"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(EveryCommand, ExplainsItself) {
  const std::string name = GetParam();
  const Captured help = program({"help", name});
  EXPECT_EQ(help.code, 0);
  EXPECT_THAT(help.out, StartsWith("Usage: gpufabric " + name));
  EXPECT_THAT(help.out, HasSubstr("Exit"));
  EXPECT_EQ(program({name, "--help"}).out, help.out);
}

TEST_P(EveryCommand, RefusesUnknownOptionsInOneLine) {
  const Captured run = program({GetParam(), "--no-such-option"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, AllOf(HasSubstr("no-such-option"), HasSubstr(GetParam())));
  EXPECT_THAT(run.err.substr(0, run.err.size() - 1), Not(HasSubstr("\n")));
}

}  // namespace
}  // namespace gf::test::program_test
