// SPDX-License-Identifier: Apache-2.0
#include "papers/experiment.h"

#include <exception>
#include <set>
#include <utility>

namespace gf::papers {
namespace {

bool belongs(const std::string& id, const Experiment& experiment) {
  return id == experiment.id || id.rfind(experiment.id + ".", 0) == 0;
}

/// Fills in the source and turns a defective record into a failure that names the defect.
void check_record(Measurement& m, const Experiment& experiment, std::set<std::string>& seen) {
  if (m.source.empty()) m.source = experiment.source;
  std::string defect = defect_of(m);
  if (!belongs(m.id, experiment)) defect = "has an id outside " + experiment.id;
  if (!seen.insert(m.id).second) defect = "has an id that another measurement has";
  if (!defect.empty() && m.failure.empty()) m.failure = "the measurement " + defect;
}

/// Figures that cannot be drawn are dropped; one failed measurement names all of them.
void check_figures(ExperimentResult& result, const Experiment& experiment) {
  std::set<std::string> seen;
  std::string defects;
  std::vector<Figure> drawable;
  for (Figure& figure : result.figures) {
    std::string defect = defect_of(figure);
    if (!seen.insert(figure.id).second) defect = "two figures " + figure.id;
    if (defect.empty())
      drawable.push_back(std::move(figure));
    else
      defects += (defects.empty() ? "" : "; ") + defect;
  }
  result.figures = std::move(drawable);
  if (!defects.empty())
    result.measurements.push_back(failed(experiment.id + ".figures", "drawable figures", defects));
}

}  // namespace

std::string_view to_text(Experiment::Set set) {
  return set == Experiment::Set::kQuick ? "quick" : "full";
}

ExperimentResult run_checked(const Experiment& experiment, const ExperimentContext& context) {
  ExperimentResult result;
  try {
    result = experiment.run(context);
    check_figures(result, experiment);
    if (result.measurements.empty())
      result.measurements.push_back(failed(experiment.id, experiment.title, "nothing measured"));
  } catch (const std::exception& error) {
    result = {};
    result.measurements.push_back(failed(experiment.id, experiment.title, error.what()));
  }
  std::set<std::string> seen;
  for (Measurement& m : result.measurements) check_record(m, experiment, seen);
  return result;
}

}  // namespace gf::papers
