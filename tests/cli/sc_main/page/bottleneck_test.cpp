// SPDX-License-Identifier: Apache-2.0
#include "core/text/json.h"
#include "tests/support/csv.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/why_command.h"

namespace gf::test::bottleneck_test {
namespace {

TEST_F(WhyTest, WithoutACopyShowsTheSlowestAndTheBottleneck) {
  const Captured text = exits(0, why({"--top", "2"}));
  EXPECT_THAT(text.out, HasSubstr("2 of 3 flows"));
  EXPECT_THAT(text.out, HasSubstr("\nbottleneck: "));
}

TEST_F(WhyTest, ARunEndsWithItsBottleneckUnlessItIsQuiet) {
  const std::string line = lines_of(why({}).out).back();
  const Words run{"run", "pcie_t2", "--graphs", scratch_ / "graphs.csv"};
  EXPECT_EQ(lines_of(program(run).out).back(), line);
  EXPECT_THAT(line, ContainsRegex("^bottleneck: k80_0 -> plx_a, busy [0-9]+ %; waits there: "));
  Words quiet = run;
  quiet.emplace_back("-q");
  EXPECT_THAT(program(quiet).out, Not(HasSubstr("bottleneck")));
  Words as_json = run;
  as_json.emplace_back("--json");
  const auto json = core::parse_json(program(as_json).out).at("bottleneck");
  EXPECT_THAT(line, HasSubstr(json.at("link").get<std::string>()));
  EXPECT_THAT(line, HasSubstr(json.at("waits_for").get<std::string>()));
  EXPECT_GT(json.at("busy").get<double>(), 0.5);
  EXPECT_GT(json.at("of_waits").get<double>(), 0);
}

TEST_F(WhyTest, ALinkThatIsHardlyBusyIsNoBottleneck) {
  const Captured idle = exits(0, program({"run", "pcie_t2", "--workload", "ring:bytes=64 B"}));
  EXPECT_THAT(lines_of(idle.out).back(),
              ContainsRegex("^bottleneck: no link; the busiest is .* -> .*, [0-9.]+ %$"));
}

}  // namespace
}  // namespace gf::test::bottleneck_test
