// SPDX-License-Identifier: Apache-2.0
#include "core/text/json.h"
#include "tests/support/curve_command.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::curve_points_test {
namespace {

using curve_command::small;

TEST(Curve, IsTheSameWhateverTheNumberOfJobs) {
  const auto csv = [](const char* jobs) {
    return program(small({"--loads", "0.1:0.7:0.2", "--csv", "-j", jobs})).out;
  };
  const std::string one = csv("1");
  EXPECT_EQ(one, csv("3"));
  EXPECT_THAT(one, AllOf(HasSubstr("offered_load,accepted_load,latency_mean"), HasSubstr("\n0.1,"),
                         HasSubstr("\n0.3,"), HasSubstr("\n0.7,")));
}

/// The middle of the interval that a search for saturation ends with; 0 where it says none.
double saturation_of(const std::vector<std::string>& words) {
  std::vector<std::string> all = {"curve", "-q", "--json", "--saturation", "--tolerance", "0.02"};
  all.insert(all.begin() + 1, words.begin(), words.end());
  const Captured run = exits(0, program(all));
  const auto found = core::parse_json(run.out).at("saturation");
  EXPECT_TRUE(found.at("found").get<bool>());
  return (found.at("stable").get<double>() + found.at("unstable").get<double>()) / 2;
}

/// Channels carry a quarter of what nodes want, an eighth of it in the dragonfly: beyond that
/// queues grow, slowly at first, and no length of a period may hide it.
TEST(Curve, SaturationIsWhereQueuesBeginToGrow) {
  for (const char* period : {"50", "400"}) {
    const std::string time = std::string("measurement.period=") + period;
    EXPECT_NEAR(saturation_of({"hyperx", "--traffic", "wc", "--loads", "0.2", "-p", time}), 0.25,
                0.025)
        << period;
    EXPECT_NEAR(saturation_of({"fat_tree", "--traffic", "transpose", "--routing", "deterministic",
                               "--loads", "0.2", "-p", time}),
                0.25, 0.025)
        << period;
    EXPECT_NEAR(saturation_of({"dragonfly", "--p", "2", "--a", "4", "--h", "2", "--traffic", "wc",
                               "--loads", "0.1", "-p", time}),
                0.125, 0.02)
        << period;
  }
}

TEST(Curve, ALinearGrowthIsNoSteadyStateAtAnyPeriod) {
  for (const char* period : {"100", "300", "1000"}) {
    const Captured run = program({"run", "torus", "--load", "0.95", "-q", "-p",
                                  std::string("measurement.period=") + period});
    EXPECT_EQ(run.code, 3) << period;
    EXPECT_THAT(run.err, HasSubstr("packets in flight grew by")) << period;
  }
}

/// A chance rise that looks like growth only lengthens the warm-up.
TEST(Curve, ManySeedsBelowSaturationAreAllSteady) {
  for (unsigned seed = 1; seed <= 20; ++seed)
    for (const char* load : {"0.05", "0.2", "0.235"}) {
      const Captured run =
          program({"run", "hyperx", "--traffic", "wc", "--load", load, "-q", "--seed",
                   std::to_string(seed), "-p", "measurement.period=200"});
      EXPECT_EQ(run.code, 0) << load << ", seed " << seed << ": " << run.err;
    }
}

}  // namespace
}  // namespace gf::test::curve_points_test
