// SPDX-License-Identifier: Apache-2.0
#include "papers/experiment.h"

#include <gmock/gmock.h>
#include <stdexcept>

namespace gf::papers::experiment_test {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

Measurement good(const std::string& id) {
  return {id, "q", Kind::kExact, 1.0, 1.0, "", equal("w"), "", ""};
}

ExperimentResult run(std::vector<Measurement> measurements, std::vector<Figure> figures = {}) {
  const Experiment experiment{"p.e", "title", "source", Experiment::Set::kQuick,
                              [&](const ExperimentContext&) {
                                return ExperimentResult{measurements, figures, {}, {}};
                              }};
  return run_checked(experiment, {});
}

TEST(RunChecked, FillsInTheSource) {
  const ExperimentResult result = run({good("p.e"), good("p.e.second")});
  EXPECT_EQ(result.measurements[0].source, "source");
  EXPECT_EQ(verdict_of(result.measurements[1]), Verdict::kPass);
}

TEST(RunChecked, ForeignAndDoubleIdsFail) {
  const auto foreign = run({good("p.else")}).measurements;
  EXPECT_THAT(foreign[0].failure, HasSubstr("outside p.e"));
  const auto twice = run({good("p.e.a"), good("p.e.a")}).measurements;
  EXPECT_EQ(twice[0].failure, "");
  EXPECT_THAT(twice[1].failure, HasSubstr("another measurement"));
}

TEST(RunChecked, DefectsFailAndSayWhy) {
  Measurement no_reason = good("p.e");
  no_reason.tolerance.why.clear();
  EXPECT_EQ(run({no_reason}).measurements[0].failure,
            "the measurement has no reason for its tolerance");
}

TEST(RunChecked, NothingMeasuredIsAFailure) {
  EXPECT_EQ(verdict_of(run({}).measurements.at(0)), Verdict::kFail);
}

TEST(RunChecked, ExceptionIsAFailureWithItsMessage) {
  const Experiment experiment{"p.e", "title", "source", Experiment::Set::kQuick,
                              [](const ExperimentContext&) -> ExperimentResult {
                                throw std::runtime_error("no such platform");
                              }};
  const auto measurements = run_checked(experiment, {}).measurements;
  ASSERT_THAT(measurements, SizeIs(1));
  EXPECT_EQ(measurements[0].failure, "no such platform");
}

TEST(RunChecked, UndrawableFiguresAreDroppedAndReported) {
  const Figure bad{"f", "t", "c", Chart{}};
  const ExperimentResult result = run({good("p.e")}, {bad});
  EXPECT_THAT(result.figures, SizeIs(0));
  EXPECT_EQ(result.measurements.back().id, "p.e.figures");
  EXPECT_THAT(result.measurements.back().failure, HasSubstr("no series"));
}

}  // namespace
}  // namespace gf::papers::experiment_test
