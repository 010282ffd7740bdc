// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/doubt/doubt_json.cpp
#include "sc_main/doubt/doubt_results.h"

#include <fmt/format.h>
#include <limits>

#include "core/text/json.h"
#include "tests/support/captured.h"
#include "tests/support/matchers.h"

namespace gf::app::doubt_results_test {
namespace {

Guess guess(const std::string& name, double baseline) {
  return {name,
          {name},
          fmt::format("{}", baseline),
          "what it is",
          "assumed",
          core::plausible_range(baseline, core::Limits<double>{}, core::Plausible<double>{})};
}

/// 64 runs of "sum", 10 x a + b, and "flat", 3, with a, b from half to twice 1; c does nothing.
class DoubtResultsTest : public testing::Test {
 protected:
  DoubtResultsTest()
      : table_(doubt_design({guess("a", 1), guess("b", 1), guess("c<d>", 5)}, {}, 64, 1)) {
    table_.baseline = outcome("standard", 11);
    for (std::size_t run = 0; run < 64; ++run) {
      const auto& values = table_.runs.points[run].values;
      table_.runs.outcomes.push_back(
          outcome(std::to_string(run), 10 * std::stod(values[0]) + std::stod(values[1])));
    }
  }
  SweepOutcome outcome(const std::string& name, double sum) const {
    const auto run = scratch_ / name;
    test::write_file(
        run / "stats.json",
        fmt::format(
            R"({{"results": {{"sum": {{"value": {}, "unit": "s"}},)"
            R"("flat": {{"value": 3, "unit": ""}},"none": {{"value": null, "unit": ""}}}}}})",
            sum));
    return {runs::Result(run), ""};
  }
  void fail(std::size_t run, const std::string& why) {
    table_.runs.outcomes[run] = {std::nullopt, why};
  }
  DoubtedResult sum() const { return doubted_results(table_, "sum").at(0); }
  const test::ScratchDirectory scratch_;
  DoubtTable table_;
};

TEST_F(DoubtResultsTest, TheDesignIsThatOfItsSeed) {
  const auto again = doubt_design(table_.guesses, {}, 64, 1);
  const auto longer = doubt_design(table_.guesses, {}, 128, 1);
  for (std::size_t run = 0; run < 64; ++run) {
    EXPECT_EQ(again.runs.points[run].values, table_.runs.points[run].values);
    EXPECT_EQ(longer.runs.points[run].values, table_.runs.points[run].values);
  }
  EXPECT_NE(doubt_design(table_.guesses, {}, 64, 2).runs.points[0].values,
            table_.runs.points[0].values);
}

TEST_F(DoubtResultsTest, AResultHasItsRangeAndWhatCarriesIt) {
  const DoubtedResult result = sum();
  EXPECT_EQ(result.baseline, 11);
  EXPECT_EQ(result.runs, 64u);
  // a is at 0.5 x 4^share: 5 % of it lie below 0.536, 5 % above 1.866.
  EXPECT_NEAR(result.low, 10 * 0.536 + 1, 0.6);
  EXPECT_NEAR(result.high, 10 * 1.866 + 1, 0.8);
  EXPECT_THAT(result.carriers(), ElementsAre(0, 1));  // b is a hundredth of it
  EXPECT_GT(result.effects.inputs[0].total.value, 0.95);
  EXPECT_GT(result.effects.inputs[0].at_high, result.effects.inputs[0].at_low + 13);
  EXPECT_THAT(with_range(result), HasSubstr("11 (6."));
}

TEST_F(DoubtResultsTest, WhatMovesMostComesFirstAndNoNumberIsLeftOut) {
  const auto all = doubted_results(table_, "*");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].name, "sum");
  EXPECT_FALSE(all[1].moves());
  EXPECT_EQ(with_range(all[1]), "3 (3 ... 3)");
  EXPECT_TRUE(doubted_results(table_, "latency").empty());
}

TEST_F(DoubtResultsTest, RunsThatFailAreCountedAndNamed) {
  for (std::size_t run = 0; run < 5; ++run) fail(run, "deadlock");
  fail(7, "refused: a");
  EXPECT_EQ(sum().runs, 58u);
  EXPECT_THAT(failures_of(table_),
              ElementsAre(std::pair<std::string, std::size_t>("deadlock", 5),
                          std::pair<std::string, std::size_t>("refused: a", 1)));
  for (std::size_t run = 0; run < 64; ++run) fail(run, "deadlock");
  EXPECT_THAT(with_range(sum()), HasSubstr("no other run"));
  EXPECT_TRUE(sum().carriers().empty());
}

TEST_F(DoubtResultsTest, TheJsonHoldsAllOfIt) {
  fail(3, "deadlock");
  const auto json = core::parse_json(
      doubt_json(table_, doubted_results(table_, "*"), table_.guesses, "box", "doubt box", 1));
  EXPECT_EQ(json["platform"], "box");
  EXPECT_EQ(json["command"], "doubt box");
  EXPECT_EQ(json["guesses"].size(), 3u);
  EXPECT_EQ(json["guesses"][0]["low"], "0.5");
  EXPECT_EQ(json["guesses"][0]["declared"], false);
  EXPECT_EQ(json["failures"][0]["runs"], 1);
  EXPECT_EQ(json["results"][0]["name"], "sum");
  EXPECT_EQ(json["results"][0]["runs"], 63);
  EXPECT_GT(json["results"][0]["mean"], json["results"][0]["effects"][0]["mean_at_low"]);
  EXPECT_EQ(json["results"][0]["effects"][0]["guess"], "a");
  EXPECT_GT(json["results"][0]["effects"][0]["first_order"]["value"], 0.9);
}

TEST_F(DoubtResultsTest, ADefaultOutsideOfItsRangeIsExplained) {
  EXPECT_EQ(outside_text({sum()}, table_.guesses), "");
  table_.baseline = outcome("far", 1000);
  ASSERT_TRUE(sum().is_outside());
  EXPECT_EQ(outside_text({sum()}, table_.guesses),
            "The default lies outside the range of sum: fewer than one run in twenty lies beyond "
            "it.");
  core::Limits<double> most;
  most.high = 1;
  table_.guesses[1].range = core::plausible_range(1.0, most, core::Plausible<double>{});
  EXPECT_EQ(outside_text({sum()}, table_.guesses),
            "The default lies outside the range of sum: some guesses can differ in one "
            "direction only: b 1 (0.5 ... 1).");
  const auto json = core::parse_json(
      doubt_json(table_, doubted_results(table_, "*"), table_.guesses, "box", "", 1));
  EXPECT_EQ(json["results"][0]["default_outside"], true);
  EXPECT_EQ(json["note"], outside_text({sum()}, table_.guesses));
}

}  // namespace
}  // namespace gf::app::doubt_results_test
