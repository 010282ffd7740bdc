// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/apenet/app_cases.cpp
// Applications on APEnet+ nodes as a user runs them.
#include "core/text/json.h"
#include "tests/support/apenet_app_runs.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::app_platform_test {
namespace {

using apenet_app_runs::run;

TEST(ApenetApps, SameSeedSameBytes) {
  const ScratchDirectory scratch;
  for (const char* name : {"a", "b"}) run("apenet_bfs", {"app.scale=9", "shape=2"}, scratch / name);
  EXPECT_EQ(read_file(scratch / "a/stats.csv"), read_file(scratch / "b/stats.csv"));
}

TEST(ApenetApps, WhatMakesNoRunIsSaidAtOnce) {
  EXPECT_THAT(exits(2, run("apenet_hsg", {"app.l=30", "shape=4"})).err, HasSubstr("app.l = 30"));
  const Captured full = exits(2, run("apenet_bfs", {"app.scale=8", "shape=4", "card.buf_list=3"}));
  EXPECT_THAT(full.err, AllOf(HasSubstr("buf_list"), HasSubstr("at least 6")));
}

double result(const std::string& directory, const std::string& name) {
  const auto stats = core::parse_json(read_file(directory + "/stats.json"));
  return stats.at("results").at(name).at("value").get<double>();
}

TEST(ApenetApps, SpinGlassKeepsItsEnergyAndSaysWhereTimeWent) {
  const ScratchDirectory scratch;
  EXPECT_THAT(
      exits(0, run("apenet_hsg", {"app.l=16", "shape=2x2", "bytes=true"}, scratch / "on")).out,
      AllOf(HasSubstr("L = 16, 4 ranks"), HasSubstr("Waiting (ms)")));
  const Captured ib =
      exits(0, run("apenet_hsg", {"app.l=16", "shape=2x2", "over=ib"}, scratch / "ib"));
  EXPECT_EQ(result(scratch / "on", "energy"), result(scratch / "ib", "energy"));
  EXPECT_LT(result(scratch / "on", "energy_drift"), 1e-6);
  EXPECT_GT(result(scratch / "on", "rank_3.network"), 0);
  EXPECT_EQ(result(scratch / "on", "bytes"), 4.0 * 2 * 2 * 6 * 16 * 16 / 2 * 4);
  EXPECT_NE(result(scratch / "on", "total"), result(scratch / "ib", "total"));
}

}  // namespace
}  // namespace gf::test::app_platform_test
