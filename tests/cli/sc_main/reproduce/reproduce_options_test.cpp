// SPDX-License-Identifier: Apache-2.0
#include "core/text/json.h"
#include "tests/support/captured.h"
#include "tests/support/matchers.h"
#include "tests/support/reproduce_command.h"

namespace gf::reproduce_options_test {
namespace {

using nlohmann::json;
using reproduce_command::Reproduce;
using test::Captured;

TEST_F(Reproduce, SeedReachesTheExperiments) {
  const json rows = core::parse_json(run({"demo.curves", "--json", "--seed", "99"}).out);
  EXPECT_EQ(rows[4]["simulated"], 99);
}

TEST_F(Reproduce, UnknownGlobNamesTheNearestAndWritesNothing) {
  const Captured run = this->run({"demo.cruves"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("nearest: demo.curves"));
  EXPECT_EQ(run.out, "");
  EXPECT_FALSE(std::filesystem::exists(report()));
}

TEST_F(Reproduce, UnknownOptionAndBadJobsAreUsageErrors) {
  EXPECT_EQ(run({"--colour"}).code, 2);
  EXPECT_EQ(run({"-j", "0"}).code, 2);
  EXPECT_THAT(run({"-j", "-1"}).err, HasSubstr("--jobs = -1: expected 1 ... 4096"));
  EXPECT_EQ(run({"-j", "two"}).code, 2);
  EXPECT_EQ(run({"--seed", "x"}).code, 2);
  EXPECT_FALSE(std::filesystem::exists(report()));
}

TEST_F(Reproduce, ListShowsBothSetsAndQuietOnlyIds) {
  const Captured list = run({"--list"});
  EXPECT_THAT(list.out,
              HasSubstr("demo.matrix  full   A matrix [[DEMO], a made-up paper, Fig. 1]\n"));
  const Captured ids = run({"--list", "--quiet", "demo.c*"});
  EXPECT_EQ(ids.out, "demo.curves\n");
  EXPECT_FALSE(std::filesystem::exists(report()));
}

TEST(ReproduceProgram, ListsItsRegistry) {
  const Captured list = test::capture({GF_PROGRAM, "reproduce", "--list"});
  EXPECT_EQ(list.code, 0);
  const Captured help = test::capture({GF_PROGRAM, "reproduce", "--help"});
  EXPECT_EQ(help.code, 0);
  EXPECT_THAT(help.out, HasSubstr("--full"));
  EXPECT_THAT(help.out, Not(HasSubstr("--worker")));
}

TEST(ReproduceProgram, ListsWhatTheExampleOfItsHelpNames) {
  const Captured help = test::capture({GF_PROGRAM, "reproduce", "--help"});
  EXPECT_THAT(help.out, HasSubstr("gpufabric reproduce 'pcie.fig3.*'"));
  const Captured list = test::capture({GF_PROGRAM, "reproduce", "pcie.fig3.*", "--list"});
  EXPECT_EQ(list.code, 0) << list.err;
  EXPECT_THAT(list.out, StartsWith("pcie.fig3 "));
}

}  // namespace
}  // namespace gf::reproduce_options_test
