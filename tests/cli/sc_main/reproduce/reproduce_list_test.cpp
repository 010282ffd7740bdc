// SPDX-License-Identifier: Apache-2.0
#include "tests/support/captured.h"
#include "tests/support/matchers.h"
#include "tests/support/reproduce_command.h"

namespace gf::reproduce_list_test {
namespace {

using reproduce_command::Reproduce;
using test::Captured;

TEST_F(Reproduce, ListShowsBothSetsAndQuietOnlyIds) {
  const Captured list = run({"--list"});
  EXPECT_THAT(list.out,
              HasSubstr("demo.matrix  full   A matrix [[DEMO], a made-up paper, Fig. 1]\n"));
  const Captured ids = run({"--list", "--quiet", "demo.c*"});
  EXPECT_EQ(ids.out, "demo.curves\n");
  EXPECT_FALSE(std::filesystem::exists(report()));
}

TEST(ReproduceProgram, ListsItsRegistry) {
  exits(0, test::capture({GF_PROGRAM, "reproduce", "--list"}));
  const Captured help = exits(0, test::capture({GF_PROGRAM, "reproduce", "--help"}));
  EXPECT_THAT(help.out, HasSubstr("--full"));
  EXPECT_THAT(help.out, Not(HasSubstr("--worker")));
}

TEST(ReproduceProgram, ListsWhatTheExampleOfItsHelpNames) {
  const Captured help = test::capture({GF_PROGRAM, "reproduce", "--help"});
  EXPECT_THAT(help.out, HasSubstr("gpufabric reproduce 'pcie.fig3.*'"));
  const Captured list = exits(0, test::capture({GF_PROGRAM, "reproduce", "pcie.fig3.*", "--list"}));
  EXPECT_THAT(list.out, StartsWith("pcie.fig3 "));
}

}  // namespace
}  // namespace gf::reproduce_list_test
