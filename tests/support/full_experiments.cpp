// SPDX-License-Identifier: Apache-2.0
#include "papers/experiment_registry.h"
#include "papers/judge.h"
#include "papers/run_measurement.h"
#include "tests/support/synthetic_experiments.h"

namespace gf::test {
namespace {

using namespace papers;

/// A value inside the claim's gate: the target, the middle of a range, or a long number, which is
/// near to the target if there is one.
Value made_up(const Measurement& claim) {
  const Tolerance& gate = claim.tolerance;
  const Value target = target_of(claim);
  if (gate.type == Tolerance::Type::kNone) {
    const double* const number = std::get_if<double>(&target);
    return number != nullptr ? 1.2345678 * *number : 12345.678;
  }
  if (gate.type != Tolerance::Type::kRange) return target;
  if (gate.low && gate.high) return (*gate.low + *gate.high) / 2;
  return gate.low ? *gate.low : *gate.high;
}

std::vector<Figure> made_up_figures() {
  std::vector<Figure> figures;
  for (const Experiment& experiment : drawing_experiments())
    for (Figure& figure : judged(experiment).figures) {
      figure.rows.clear();  // of another experiment
      figures.push_back(std::move(figure));
    }
  return figures;
}

}  // namespace

std::vector<Experiment> full_experiments() {
  std::vector<Experiment> all = all_experiments();
  const std::vector<Figure> figures = made_up_figures();
  std::size_t number = 0;
  for (Experiment& experiment : all) {
    Figure figure = figures.at(number++ % figures.size());
    figure.title = experiment.title;
    experiment.lacks = {};
    experiment.judge = [rows = experiment.rows, figure](Judge& judge) {
      for (const Measurement& claim : rows) judge.set(claim.id, made_up(claim));
      judge.draw(figure);
    };
  }
  return all;
}

}  // namespace gf::test
