// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "workloads/kernels/programs/suite.h"

namespace gf::model::suite {

/// A formula of clauses of three variables.
struct SatFormula {
  struct Literal {
    std::uint32_t variable;
    bool negated;
  };
  static constexpr unsigned kMostUses = 16;  ///< Of one variable.
  std::uint32_t variables = 0;
  std::vector<std::array<Literal, 3>> clauses;
};

struct SurveySpec {
  std::uint32_t clauses = 1 << 16;
  double ratio = 3.6;    ///< Clauses a variable, about; 3 * ratio < kMostUses.
  unsigned skipped = 4;  ///< Iterations before the ones that GPUs run.
  unsigned iterations = 2;
  double least_change = 0.01;  ///< A smaller one is not written.
};
SurveySpec survey_spec(const Context& context);

struct SurveyRun {
  Workload workload;
  SatFormula formula;
  std::vector<double>
      first_surveys;            ///< 3 a clause, 0 ... 1/8: where the skipped iterations start.
  std::vector<double> surveys;  ///< After all iterations.
};

/// Survey propagation for random 3-SAT (after Lonestar's SP). A variable's surveys are one record
/// of a line; a clause reads the records of its three variables, all of them, and writes back a
/// survey only if it changed. Formulas are modular: the variables of a pair of GPUs are on its odd
/// one, and both work on its clauses. So even GPUs do nothing but read from odd ones, whole lines,
/// all the time: what lanes that turn serve best.
SurveyRun make_survey_propagation(const SurveySpec& spec, const Context& context);

}  // namespace gf::model::suite
