// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/cli/command.h
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::commands_test {
namespace {

class EveryCommand : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Program, EveryCommand,
                         testing::Values("list", "params", "topology", "run", "check", "reproduce"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(EveryCommand, ExplainsItself) {
  const std::string name = GetParam();
  const Captured help = exits(0, program({"help", name}));
  EXPECT_THAT(help.out, StartsWith("Usage: gpufabric " + name));
  EXPECT_THAT(help.out, HasSubstr("Exit"));
  EXPECT_EQ(program({name, "--help"}).out, help.out);
}

TEST_P(EveryCommand, RefusesUnknownOptionsInOneLine) {
  const Captured run = exits(2, program({GetParam(), "--no-such-option"}));
  EXPECT_THAT(run.err, AllOf(HasSubstr("no-such-option"), HasSubstr(GetParam())));
  EXPECT_THAT(run.err.substr(0, run.err.size() - 1), Not(HasSubstr("\n")));
}

}  // namespace
}  // namespace gf::test::commands_test
