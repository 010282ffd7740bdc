// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/many/curve.cpp
#include <fmt/format.h>

#include "core/text/json.h"
#include "tests/support/csv.h"
#include "tests/support/curve_command.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::curve_command_line_test {
namespace {

using curve_command::small;

/// latency_mean of `run` at load 0.3, with the digits of a curve.
std::string latency_of_run(std::vector<std::string> more) {
  std::vector<std::string> words = small(std::move(more));
  words[0] = "run";
  words.insert(words.end(), {"-p", "load=0.3", "--json", "--quiet"});
  const auto results = core::parse_json(program(words).out).at("results");
  return fmt::format("{:.6g}", results.at("latency_mean").at("value").get<double>());
}

std::string latency_of_curve(const std::vector<std::string>& more) {
  return fields_of(lines_of(program(small({"--loads", "0.3", "--csv"}) + more).out).at(1)).at(2);
}

TEST(Curve, TheSeedIsThatOfTheRunHoweverItIsGiven) {
  const ScratchDirectory scratch;
  write_file(scratch / "seed.ini", "seed = 7\n");
  const std::string seventh = latency_of_run({"--seed", "7"});
  EXPECT_NE(seventh, latency_of_run({}));
  for (const auto& words :
       {std::vector<std::string>{"-p", "seed=7"}, {"--config", scratch / "seed.ini"}}) {
    EXPECT_EQ(latency_of_run(words), seventh) << words[0];
    EXPECT_EQ(latency_of_curve(words), seventh) << words[0];
  }
  EXPECT_EQ(latency_of_curve({"-p", "seed=7", "--seed", "1"}), latency_of_run({}));
  EXPECT_EQ(latency_of_curve({"--seed", "1e3"}), latency_of_run({"--seed", "1000"}));
}

TEST(Curve, HelpNamesHowItMayEnd) {
  EXPECT_THAT(program({"curve", "--help"}).out,
              AllOf(HasSubstr("\n  1 "), HasSubstr("\n  4 "), HasSubstr("\n  5 ")));
}

TEST(Curve, SaysWhatMakesNone) {
  EXPECT_THAT(program({"curve", "pcie_t2"}).err, HasSubstr("pcie_t2 has no parameter load"));
  EXPECT_THAT(program(small({"--loads", "0.5,0.1"})).err, HasSubstr("rising loads from 0 to 1"));
  EXPECT_THAT(program(small({"--loads", "1.5"})).err, HasSubstr("rising loads from 0 to 1"));
  EXPECT_THAT(program(small({"--routing", "best"})).err, HasSubstr("min, val, ugal_l"));
  const Captured point = exits(2, program(small({"--vcs", "1"})));
  EXPECT_THAT(point.err, HasSubstr("load 0.1: dragonfly.vcs = 1"));
}

}  // namespace
}  // namespace gf::test::curve_command_line_test
