// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <iostream>
#include <stdexcept>
#include <unistd.h>

#include "papers/child_run.h"
#include "tests/support/synthetic_experiments.h"

namespace gf::test {
namespace {

using namespace papers;

ExperimentResult outside(const ExperimentContext&) {
  ExperimentResult result;
  result.measurements = {{"bad.outside", "a value that is off", Kind::kEmergent, 100.0, 106.0, "ms",
                          relative(0.05, "made up"), "", ""}};
  return result;
}

ExperimentResult throws(const ExperimentContext&) {
  throw std::runtime_error("the model took fright & stopped");
}

ExperimentResult crashes(const ExperimentContext&) {
  std::cerr << "about to fall over" << std::endl;
  std::raise(SIGKILL);
  return {};
}

ExperimentResult failing_run(const ExperimentContext& context) {
  run_program(context, "first", {"run", "fails"});
  return {};
}

ExperimentResult good_run(const ExperimentContext& context) {
  const ChildRun run = run_program(context, "only", {"run", "works"});
  ExperimentResult result;
  result.measurements = {{"child.works", "what the run reported", Kind::kDerived, 42.0,
                          run.value("answer"), run.results.at("answer").unit,
                          equal("the run writes this number"), "", ""}};
  result.runs = {run.link("the only run")};
  return result;
}

/// Sleeps in a run of its own, so that an interruption must reach a grandchild.
ExperimentResult sleeps(const ExperimentContext& context) {
  if (context.progress) context.progress(0.5);
  run_program(context, "sleep", {"run", "sleeps"});
  return {};
}

}  // namespace

std::vector<Experiment> failing_experiments() {
  const auto kFull = Experiment::Set::kFull;  // Only when named: "*" stays a run that passes.
  return {{"bad.outside", "Out of tolerance", "000", kFull, outside},
          {"bad.throws", "Throws", "000", kFull, throws},
          {"bad.crashes", "Crashes", "000", kFull, crashes},
          {"bad.run", "Starts a run that fails", "000", kFull, failing_run},
          {"child.works", "Starts a run that works", "000", kFull, good_run},
          {"slow.sleeps", "Sleeps", "000", kFull, sleeps}};
}

std::vector<Experiment> synthetic_experiments() {
  std::vector<Experiment> all = drawing_experiments();
  for (Experiment& experiment : failing_experiments()) all.push_back(std::move(experiment));
  return all;
}

}  // namespace gf::test
