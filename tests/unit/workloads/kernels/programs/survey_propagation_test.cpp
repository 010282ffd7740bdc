// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/programs/survey_propagation.h"

#include <cmath>
#include <gtest/gtest.h>

#include "workloads/kernels/traffic_summary.h"

namespace gf::model::suite::survey_propagation_test {
namespace {

/// Survey propagation by its definition: for each variable, the list of (clause, place) it is in.
std::vector<double> plain(const SatFormula& formula, std::vector<double> survey,
                          unsigned iterations, double least_change) {
  std::vector<std::vector<std::pair<std::size_t, unsigned>>> places(formula.variables);
  for (std::size_t c = 0; c < formula.clauses.size(); ++c)
    for (unsigned i = 0; i < 3; ++i) places[formula.clauses[c][i].variable].push_back({c, i});
  for (unsigned n = 0; n < iterations; ++n)
    for (std::size_t c = 0; c < formula.clauses.size(); ++c) {
      double against[3];
      for (unsigned j = 0; j < 3; ++j) {
        const auto& mine = formula.clauses[c][j];
        double no_same = 1, no_opposite = 1;
        for (const auto& [other, place] : places[mine.variable]) {
          if (other == c) continue;
          const bool same = formula.clauses[other][place].negated == mine.negated;
          (same ? no_same : no_opposite) *= 1 - survey[other * 3 + place];
        }
        const double pu = (1 - no_opposite) * no_same, ps = (1 - no_same) * no_opposite;
        const double sum = pu + ps + no_same * no_opposite;
        against[j] = sum > 0 ? pu / sum : 0;
      }
      for (unsigned i = 0; i < 3; ++i) {
        const double next = against[(i + 1) % 3] * against[(i + 2) % 3];
        if (std::abs(next - survey[c * 3 + i]) > least_change) survey[c * 3 + i] = next;
      }
    }
  return survey;
}

TEST(SurveyPropagation, SurveysAreThoseOfThePlainEquations) {
  SurveySpec spec;
  spec.clauses = 2048;
  spec.skipped = 2;
  spec.iterations = 2;
  const SurveyRun run = make_survey_propagation(spec, {WorkloadSize::kSmall, 4, 3});
  const auto wanted = plain(run.formula, run.first_surveys, 4, spec.least_change);
  ASSERT_EQ(run.surveys.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) ASSERT_NEAR(run.surveys[i], wanted[i], 1e-9);
}

TEST(SurveyPropagation, FormulasAreOfThreeVariablesOfOnePair) {
  SurveySpec spec;
  spec.clauses = 4096;
  const SurveyRun run = make_survey_propagation(spec, {WorkloadSize::kSmall, 4, 3});
  std::vector<unsigned> uses(run.formula.variables, 0);
  for (std::size_t c = 0; c < run.formula.clauses.size(); ++c) {
    const auto& clause = run.formula.clauses[c];
    EXPECT_NE(clause[0].variable, clause[1].variable);
    EXPECT_NE(clause[0].variable, clause[2].variable);
    EXPECT_NE(clause[1].variable, clause[2].variable);
    for (const auto& literal : clause) {
      EXPECT_EQ(literal.variable >= run.formula.variables / 2, c >= 2048);
      EXPECT_LE(++uses[literal.variable], SatFormula::kMostUses);
    }
  }
}

TEST(SurveyPropagation, AFormulaOfOneModuleDoesNotDependOnTheNumberOfGpus) {
  SurveySpec spec;
  spec.clauses = 4096;
  spec.modules = 1;
  const auto variables = [&](unsigned gpus) {
    std::vector<std::uint32_t> all;
    for (const auto& clause :
         make_survey_propagation(spec, {WorkloadSize::kSmall, gpus, 3}).formula.clauses)
      for (const auto& literal : clause) all.push_back(literal.variable);
    return all;
  };
  EXPECT_EQ(variables(1), variables(8));
  spec.modules = 0;
  EXPECT_NE(variables(1), variables(8));
}

TEST(SurveyPropagation, EvenGpusReadAndNothingElse) {
  const Context context{WorkloadSize::kSmall, 4, 1};
  const SurveyRun run = make_survey_propagation(survey_spec(context), context);
  const WorkloadTraffic traffic = summarize(run.workload, 4);
  EXPECT_GT(traffic.asymmetry(), 0.95);
  EXPECT_GT(traffic.gain_bound(), 1.8);
  EXPECT_GT(traffic.kernels[0].fixed_cycles(), 80'000);
}

}  // namespace
}  // namespace gf::model::suite::survey_propagation_test
