// SPDX-License-Identifier: Apache-2.0
// Holds: papers/experiment.h
#include "papers/judge.h"

#include <stdexcept>

#include "papers/experiment_registry.h"
#include "papers/rows.h"
#include "tests/support/matchers.h"
#include "tests/support/synthetic_experiments.h"

namespace gf::papers::judge_test {
namespace {

constexpr const char* kRows =
    "id,quantity,published,reads_as,reference,unit,kind,gate,deviation,why,source\n"
    "p.e,q,1,,,,exact,equal,,w,\n"
    "p.e.second,q,2,,,,exact,equal,,w,Table I\n";

/// What an experiment with those two rows finds when it is judged by `judged`.
ExperimentResult run(std::function<void(Judge&)> judged) {
  std::vector<Experiment> all = {
      {"p.e", "title", "source", Experiment::Set::kQuick, std::move(judged)}};
  assign_rows(read_rows(kRows, "rows"), all);
  return test::judged(all[0]);
}

TEST(Judge, FillsInValuesAndSources) {
  const ExperimentResult result = run([](Judge& judge) {
    judge.set("p.e", 1.0);
    judge.set("p.e.second", 2.0);
  });
  EXPECT_EQ(result.measurements[0].source, "source");
  EXPECT_EQ(result.measurements[1].source, "Table I");
  EXPECT_EQ(verdict_of(result.measurements[1]), Verdict::kPass);
}

TEST(Judge, WhatLacksSomethingIsSkippedByNameAndDoesNotFail) {
  bool judged = false;
  std::vector<Experiment> all = {
      {"p.e", "title", "source", Experiment::Set::kQuick, [&](Judge&) { judged = true; }}};
  assign_rows(read_rows(kRows, "rows"), all);
  all[0].lacks = [] { return "no compiler: install it"; };
  const ExperimentResult result = test::judged(all[0]);
  EXPECT_FALSE(judged);
  EXPECT_EQ(result.skipped, "no compiler: install it");
  EXPECT_THAT(result.notes, testing::ElementsAre("Skipped: no compiler: install it."));
  EXPECT_THAT(result.measurements, SizeIs(0));
  all[0].lacks = [] { return ""; };
  EXPECT_EQ(test::judged(all[0]).skipped, "");
  EXPECT_TRUE(judged);
}

TEST(Judge, ARowWithoutAValueFails) {
  const auto rows = run([](Judge& judge) { judge.set("p.e", 1.0); }).measurements;
  EXPECT_EQ(rows[0].failure, "");
  EXPECT_THAT(rows[1].failure, HasSubstr("set no value"));
  EXPECT_EQ(verdict_of(rows[1]), Verdict::kFail);
}

TEST(Judge, ForeignAndDoubleValuesFailWhatIsLeft) {
  EXPECT_THAT(run([](Judge& judge) { judge.set("p.else", 1.0); }).measurements[0].failure,
              HasSubstr("p.e has no row p.else; nearest: p.e"));
  const auto twice = run([](Judge& judge) {
    judge.set("p.e", 1.0);
    judge.set("p.e", 1.0);
  });
  EXPECT_EQ(twice.measurements[0].failure, "");
  EXPECT_THAT(twice.measurements[1].failure, HasSubstr("set twice"));
}

TEST(Judge, AnExceptionIsTheReasonOfEveryMissingRow) {
  const auto rows = run([](Judge&) { throw std::runtime_error("no such platform"); }).measurements;
  ASSERT_THAT(rows, SizeIs(2));
  EXPECT_EQ(rows[0].failure, "no such platform");
  EXPECT_EQ(rows[1].failure, "no such platform");
}

TEST(Judge, UndrawableFiguresAreDroppedAndReported) {
  const ExperimentResult result = run([](Judge& judge) { judge.draw({"f", "t", "c", Chart{}}); });
  EXPECT_THAT(result.figures, SizeIs(0));
  EXPECT_EQ(result.measurements.back().id, "p.e.figures");
  EXPECT_THAT(result.measurements.back().failure, HasSubstr("no series"));
}

TEST(Judge, AFigureThatNamesAForeignRowIsDroppedAndReported) {
  Chart chart;
  chart.x.label = chart.y.label = "l";
  chart.series = {{"s", Role::kSimulated, Mark::kLine, {0}, {1}, ""}};
  const auto drawn = [&chart](const std::string& row) {
    return run([&](Judge& judge) { judge.draw({"f", "t", "c", chart, {{row}}}); });
  };
  EXPECT_THAT(drawn("p.e.second").figures, SizeIs(1));
  const ExperimentResult result = drawn("p.e.third");
  EXPECT_THAT(result.figures, SizeIs(0));
  EXPECT_THAT(result.measurements.back().failure, HasSubstr("row p.e.third is not in the table"));
}

}  // namespace
}  // namespace gf::papers::judge_test
