// SPDX-License-Identifier: Apache-2.0
#include "papers/judge.h"

#include <exception>
#include <fmt/format.h>
#include <set>
#include <stdexcept>

#include "core/base/text_match.h"
#include "papers/published_rows.h"

namespace gf::papers {
namespace {

/// Drops figures that cannot be drawn; one failed measurement names all of them.
void check_figures(ExperimentResult& result, const Experiment& experiment) {
  std::set<std::string> seen;
  std::string defects;
  std::vector<Figure> drawable;
  for (Figure& figure : result.figures) {
    std::string defect = defect_of(figure);
    if (defect.empty()) defect = defect_of_rows(figure, result.measurements);
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

/// Returns the command that makes a run's page, with the inputs that the run left in the report.
std::string page_command(const runs::Request& request, const std::string& key) {
  std::map<std::string, std::string> inputs;
  for (const auto& [name, text] : request.inputs) {
    const auto [parameter, before] = runs::parts_of_input(name);
    inputs[parameter] = fmt::format("{}runs/{}/inputs/{}.csv", before, key, parameter);
  }
  return fmt::format("{} --no-defaults --outdir pages/{}", runs::command_line_of(request, inputs),
                     key);
}

}  // namespace

std::string_view to_text(Experiment::Set set) {
  return set == Experiment::Set::kQuick ? "quick" : "full";
}

Judge::Judge(const Experiment& experiment, runs::Pool& pool, std::uint64_t seed, Overlay overlay,
             std::size_t pages)
    : experiment_(experiment),
      pool_(pool),
      seed_(seed),
      overlay_(std::move(overlay)),
      pages_(pages),
      set_(experiment.rows.size()) {
  result_.measurements = experiment.rows;
  for (Measurement& row : result_.measurements)
    if (row.source.empty()) row.source = experiment.source;
}

runs::Run Judge::ask(runs::Request request, const std::string& label) {
  request.seed = seed_;
  // Results only: the report keeps every run, and most statistics are never read.
  if (request.options.empty()) request.options = {"--stats-of", ""};
  if (overlay_) overlay_(request);
  request.page = runs_.size() < pages_;
  runs::Run run = pool_.ask(request, priority(), experiment_.id);
  for (auto& [name, text] : request.inputs) text.clear();
  // The serving thread calls fraction() while this one goes on requesting runs.
  const std::lock_guard lock(mutex_);
  runs_.push_back({run, label, std::move(request)});
  return run;
}

Measurement& Judge::row(const std::string& id) {
  std::vector<std::string> known;
  for (Measurement& row : result_.measurements) {
    if (row.id == id) return row;
    known.push_back(row.id);
  }
  throw std::logic_error(fmt::format("{} has no row {}; nearest: {}", experiment_.id, id,
                                     fmt::join(core::nearest_names(id, known, 2), ", ")));
}

const Measurement& Judge::claim(const std::string& id) { return row(id); }

void Judge::set(const std::string& id, Value simulated) {
  Measurement& found = row(id);
  const auto index = static_cast<std::size_t>(&found - result_.measurements.data());
  if (set_[index]) throw std::logic_error(fmt::format("{} is set twice", id));
  set_[index] = true;
  found.simulated = std::move(simulated);
}

double Judge::fraction() const {
  const std::lock_guard lock(mutex_);
  if (runs_.empty()) return 0;
  std::size_t ended = 0;
  for (const Asked& asked : runs_) ended += asked.run.ended() ? 1 : 0;
  return static_cast<double>(ended) / static_cast<double>(runs_.size());
}

ExperimentResult Judge::result(const std::string& failure) {
  for (std::size_t i = 0; i < set_.size(); ++i)
    if (!set_[i])
      result_.measurements[i].failure = failure.empty() ? "the judge set no value" : failure;
  if (set_.empty())
    result_.measurements.push_back(
        failed(experiment_.id, experiment_.title,
               failure.empty() ? "the paper has no row for it" : failure));
  std::set<std::string> linked;
  for (const Asked& asked : runs_) {
    try {
      const std::filesystem::path& directory = asked.run.result().directory();
      const std::string key = directory.filename();
      // Equal requests are one run, so it gets one link.
      if (linked.insert(key).second)
        result_.runs.push_back(
            {key, asked.label, directory, page_command(asked.request, key), asked.request.page});
    } catch (const runs::RunError&) {  // it left nothing to link to
    }
  }
  check_figures(result_, experiment_);
  return std::move(result_);
}

ExperimentResult judge(const Experiment& experiment, Judge& judge) {
  if (const std::string lack = experiment.lacks ? experiment.lacks() : ""; !lack.empty()) {
    ExperimentResult skipped;
    skipped.skipped = lack;
    skipped.notes = {"Skipped: " + lack + "."};
    return skipped;
  }
  try {
    experiment.judge(judge);
  } catch (const runs::Interrupted&) {
    throw;
  } catch (const std::exception& error) {
    return judge.result(error.what());
  }
  return judge.result({});
}

}  // namespace gf::papers
