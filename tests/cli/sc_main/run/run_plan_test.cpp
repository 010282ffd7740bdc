// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <filesystem>

#include "core/text/json.h"
#include "tests/support/dry_run.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::run_plan_test {
namespace {

TEST_F(DryRun, OfManyRunsTellsWhichTheStoreHas) {
  const std::vector<std::string> sweep = {"sweep", "store_goodput", "-p", "bytes=4 B,8 B", "-q"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), sweep.begin(), sweep.end());
    return program(more);
  };
  EXPECT_THAT(exits(0, with({"--dry-run"})).out,
              AllOf(HasSubstr("2 runs: 0 in the store, 2 to be made"),
                    HasSubstr("would write: sweep/sweep.csv"), HasSubstr("bytes=4 B")));
  EXPECT_TRUE(is_untouched());
  EXPECT_FALSE(fs::exists(std::getenv("GPUFABRIC_STORE")));
  EXPECT_EQ(with({}).code, 0);
  EXPECT_THAT(with({"--dry-run"}).out, HasSubstr("2 in the store, 0 to be made"));
  const auto json = core::parse_json(with({"--dry-run", "--json"}).out);
  ASSERT_EQ(json.at("runs").size(), 2u);
  EXPECT_EQ(json.at("runs")[1].at("configuration").at("bytes"), "8 B");
  EXPECT_TRUE(json.at("runs")[1].at("stored").get<bool>());
}

TEST_F(DryRun, OfCurveAndProfileNamesTheirPoints) {
  EXPECT_THAT(
      exits(0, program({"curve", "torus", "--loads", "0.1,0.2", "--saturation", "--dry-run"})).out,
      AllOf(HasSubstr("load 0.2"), HasSubstr("--saturation adds loads")));
  EXPECT_THAT(exits(0, program({"profile", "proact", "--chunks", "64 KiB", "--threads", "256",
                                "--out", "best.ini", "--dry-run"}))
                  .out,
              AllOf(HasSubstr("mechanism=polling"), HasSubstr("would write: best.ini"),
                    HasSubstr("3 runs")));
  EXPECT_TRUE(is_untouched());
}

TEST_F(DryRun, VerboseShowsTheCommandOfEachRun) {
  const Captured run = exits(0, program({"sweep", "store_goodput", "-p", "bytes=4 B,8 B", "-v"}));
  EXPECT_THAT(run.err, AllOf(HasSubstr("gpufabric run store_goodput -p 'bytes=4 B'"),
                             HasSubstr("'bytes=8 B'")));
  EXPECT_EQ(program({"sweep", "store_goodput", "-p", "bytes=4 B,8 B", "-v", "-q"}).code, 2);
}

}  // namespace
}  // namespace gf::test::run_plan_test
