// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "workloads/kernels/programs/suite.h"

namespace gf::model::suite {

/// A formula of clauses with three variables each.
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
  double ratio = 3.6;    ///< Approximate clauses per variable; 3 * ratio < kMostUses.
  unsigned modules = 0;  ///< Of the formula, which share no variable; 0: one per pair of GPUs.
  unsigned skipped = 4;  ///< Iterations computed before the GPUs start.
  unsigned iterations = 2;
  double least_change = 0.01;  ///< Smaller changes are not written.
};
SurveySpec survey_spec(const Context& context);

struct SurveyRun {
  Workload workload;
  SatFormula formula;
  /// Three per clause, 0 ... 1/8: the start of the skipped iterations.
  std::vector<double> first_surveys;
  std::vector<double> surveys;  ///< After all iterations.
};

/// Survey propagation for random 3-SAT (after Lonestar's SP). The surveys of a variable form one
/// record of one line. A clause reads the whole records of its three variables and writes back a
/// survey only if it changed.
/// By default formulas are modular: the variables of a pair of GPUs are on its odd GPU, and both
/// GPUs process its clauses. Even GPUs therefore read whole lines from odd ones all the time, the
/// best case for adaptive link lanes. With one module the formula is a uniform random one, the same
/// for every number of GPUs.
SurveyRun make_survey_propagation(const SurveySpec& spec, const Context& context);

}  // namespace gf::model::suite
