// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/support/program.h"

namespace gf::test::curve_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::vector<std::string> small(std::vector<std::string> more) {
  std::vector<std::string> all = {"curve", "dragonfly", "--p", "2",  "--a",
                                  "4",     "--h",       "2",   "-p", "measurement.period=200"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

TEST(Curve, IsTheSameWhateverTheNumberOfJobs) {
  const auto csv = [](const char* jobs) {
    return program(small({"--loads", "0.1:0.7:0.2", "--csv", "-j", jobs})).out;
  };
  const std::string one = csv("1");
  EXPECT_EQ(one, csv("3"));
  EXPECT_THAT(one, AllOf(HasSubstr("offered_load,accepted_load,latency_mean"), HasSubstr("\n0.1,"),
                         HasSubstr("\n0.3,"), HasSubstr("\n0.7,")));
}

TEST(Curve, SaturationOfTheWorstCaseIsFound) {
  const Captured run = program(small({"--traffic", "wc", "--loads", "0.05", "--saturation",
                                      "--tolerance", "0.02", "-p", "measurement.warmup_most=20"}));
  EXPECT_EQ(run.code, 0) << run.err;
  // MIN carries 1 / (a h) = 0.125 of it.
  EXPECT_THAT(run.out, testing::ContainsRegex("saturation: stable at 0\\.1[012]"));
  EXPECT_THAT(run.out, HasSubstr(" no\n")) << "unstable points are shown and flagged";
}

TEST(Curve, SaysWhatMakesNone) {
  EXPECT_THAT(program({"curve", "pcie_t2"}).err, HasSubstr("pcie_t2 has no parameter load"));
  EXPECT_THAT(program(small({"--loads", "0.5,0.1"})).err, HasSubstr("rising loads from 0 to 1"));
  EXPECT_THAT(program(small({"--loads", "1.5"})).err, HasSubstr("rising loads from 0 to 1"));
  EXPECT_THAT(program(small({"--routing", "best"})).err, HasSubstr("min, val, ugal_l"));
  const Captured point = program(small({"--vcs", "1"}));
  EXPECT_EQ(point.code, 2);
  EXPECT_THAT(point.err, HasSubstr("load 0.1: dragonfly.vcs = 1"));
}

}  // namespace
}  // namespace gf::test::curve_test
