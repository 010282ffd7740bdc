// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/cli/program.*
// Errors of --plugin; plug-ins that work: ctest -L install.
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::plugin_option_test {
namespace {

void expect_refused(const std::vector<std::string>& words, const std::string& text) {
  const Captured run = exits(2, program(words));
  EXPECT_EQ(run.out, "");
  EXPECT_THAT(run.err, HasSubstr(text));
}

TEST(PluginOption, NeedsAFile) {
  expect_refused({"--plugin"}, "--plugin: expected the name of a shared object behind it");
  expect_refused({"--plugin", "/proc/nowhere/x.so", "list"}, "/proc/nowhere/x.so");
  expect_refused({"--plugin=/proc/nowhere/x.so", "list"}, "/proc/nowhere/x.so");
}

TEST(PluginOption, RefusesWhatIsNoPlugIn) {
  expect_refused({"--plugin", GF_PROGRAM, "list"}, "but not a gpufabric plug-in");
}

TEST(PluginOption, StandsBeforeTheCommand) {
  expect_refused({"run", "pcie_t2", "--plugin", "x.so"},
                 "run: --plugin FILE goes before the command: gpufabric --plugin FILE run ...");
}

TEST(PluginOption, IsInTheHelp) {
  EXPECT_THAT(program({"--help"}).out, HasSubstr("--plugin FILE"));
}

}  // namespace
}  // namespace gf::test::plugin_option_test
