// SPDX-License-Identifier: Apache-2.0
#include "papers/experiment_registry.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <set>
#include <stdexcept>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/base/text_match.h"
#include "papers/papers.h"
#include "papers/published_ledger.h"
#include "papers/rows.h"

namespace gf::papers {
namespace {

/// One line per paper, in the order of the report.
const std::vector<Paper>& papers() {
  static const std::vector<Paper> all = {
      {"NUMA17", "papers/micro17_nvlink/rows.csv", nvlink_experiments},
      {"SC16", "papers/sc16_pcie/rows.csv", pcie_experiments},
      {"PROACT21", "papers/isca21_proact/rows.csv", proact_experiments},
      {"DF08", "papers/isca08_dragonfly/rows.csv", dragonfly_experiments},
      {"APENET13", "papers/arxiv13_apenet/rows.csv", apenet_experiments},
      {"GPUFABRIC", "questions/rows.csv", cluster_experiments, "our questions about clusters"},
      {"GPUFABRIC", "measurements/rows.csv", blind_experiments, "blind predictions"},
      {"GPUFABRIC", "", field_experiments, "machines of the field"},
  };
  return all;
}

bool chosen(const Experiment& experiment, const std::string& pattern, bool full) {
  if (pattern == experiment.id) return true;
  const bool in_set = full || experiment.set == Experiment::Set::kQuick;
  return in_set && core::is_glob(pattern) && core::glob_match(pattern, experiment.id);
}

/// Returns whether `pattern` names rows of the experiment ("pcie.fig3.*", "pcie.fig3.conflict1"):
/// up to one of its dots it has the form "paper.name" and selects the experiment.
bool holds_rows(const Experiment& experiment, const std::string& pattern, bool full) {
  std::size_t dot = pattern.find('.');
  while (dot != std::string::npos && (dot = pattern.find('.', dot + 1)) != std::string::npos)
    if (chosen(experiment, pattern.substr(0, dot), full)) return true;
  return false;
}

using Choice = bool (*)(const Experiment& experiment, const std::string& pattern, bool full);

std::vector<const Experiment*> matches(const std::vector<Experiment>& experiments, Choice choice,
                                       const std::string& pattern, bool full) {
  std::vector<const Experiment*> found;
  for (const Experiment& experiment : experiments)
    if (choice(experiment, pattern, full)) found.push_back(&experiment);
  return found;
}

std::vector<std::string> ids_of(const std::vector<Experiment>& experiments) {
  std::vector<std::string> ids;
  ids.reserve(experiments.size());
  for (const Experiment& experiment : experiments) ids.push_back(experiment.id);
  return ids;
}

[[noreturn]] void fail_nothing_selected(const std::vector<Experiment>& experiments,
                                        const std::string& pattern) {
  const std::vector<std::string> ids = ids_of(experiments);
  const bool only_full = std::any_of(
      ids.begin(), ids.end(), [&](const std::string& id) { return core::glob_match(pattern, id); });
  std::string message =
      fmt::format("reproduce: no experiment matches \"{}\"; ", core::excerpt(pattern));
  if (only_full)
    message += "those that do belong to the full set: add --full";
  else if (ids.empty())
    message += "none is registered";
  else
    message += fmt::format("nearest: {}; all of them: gpufabric reproduce --list",
                           fmt::join(core::nearest_names(pattern, ids, 3), ", "));
  throw core::UserError(core::ExitCode::kUsage, message);
}

/// "pcie.table2": words of lower case letters, digits, '_' and '-' with dots between them.
bool is_experiment_id(const std::string& id) {
  static constexpr const char* kAlphanumeric = "abcdefghijklmnopqrstuvwxyz0123456789";
  if (id.find_first_not_of(kAlphanumeric + std::string("_-.")) != std::string::npos) return false;
  if (id.empty() || id.front() < 'a' || id.find('.') == std::string::npos) return false;
  for (std::size_t dot = id.find('.'); dot != std::string::npos; dot = id.find('.', dot + 1))
    if (dot + 1 == id.size() || std::strchr(kAlphanumeric, id[dot + 1]) == nullptr) return false;
  return true;
}

std::string defect(const Experiment& e) {
  if (!is_experiment_id(e.id)) return "has an id that is not \"paper.name\" in lower case";
  if (e.title.empty()) return "has no title";
  if (e.source.empty()) return "has no source";
  if (!e.judge) return "has no function";
  std::set<std::string> quantities;
  for (const Measurement& row : e.rows)
    if (!quantities.insert(row.quantity).second)
      return fmt::format("has two rows for the quantity \"{}\"", row.quantity);
  return {};
}

bool belongs(const std::string& id, const std::string& experiment) {
  return id.rfind(experiment, 0) == 0 &&
         (id.size() == experiment.size() || id[experiment.size()] == '.');
}

std::vector<Experiment> with_rows(const Paper& paper) {
  std::vector<Experiment> experiments = paper.experiments();
  if (*paper.rows != '\0') assign_rows(read_rows(rows_file(paper.rows), paper.rows), experiments);
  for (Experiment& experiment : experiments) {
    experiment.paper = paper.name;
    experiment.label = paper.label;
  }
  return experiments;
}

}  // namespace

void assign_rows(std::vector<Measurement> rows, std::vector<Experiment>& experiments) {
  for (Measurement& row : rows) {
    Experiment* owner = nullptr;
    for (Experiment& experiment : experiments)
      if (belongs(row.id, experiment.id) &&
          // The longest matching id: a row of "apenet.fig.bw" belongs to that experiment and not to
          // one called "apenet.fig".
          (owner == nullptr || experiment.id.size() > owner->id.size()))
        owner = &experiment;
    if (owner == nullptr) throw std::logic_error(row.id + ": no experiment has this row");
    owner->rows.push_back(std::move(row));
  }
}

const std::vector<Experiment>& all_experiments() {
  static const std::vector<Experiment> all = [] {
    std::vector<Experiment> collected;
    for (const Paper& paper : papers())
      for (Experiment& experiment : with_rows(paper)) collected.push_back(std::move(experiment));
    check_ledger(collected, rows_file("papers/published.csv"), rows_file("DEVIATIONS.md"));
    return collected;
  }();
  return all;
}

std::vector<Experiment> experiments_of(const std::string& name) {
  std::vector<Experiment> found;
  for (const Paper& paper : papers()) {
    if (paper.name != name) continue;
    for (Experiment& experiment : with_rows(paper)) found.push_back(std::move(experiment));
  }
  return found;
}

std::vector<const Experiment*> select(const std::vector<Experiment>& experiments,
                                      const std::vector<std::string>& patterns, bool full) {
  const std::vector<std::string> wanted =
      patterns.empty() ? std::vector<std::string>{"*"} : patterns;
  std::set<const Experiment*> found;
  for (const std::string& pattern : wanted) {
    std::vector<const Experiment*> some = matches(experiments, chosen, pattern, full);
    // Rows only if no experiment matches: an id means the experiment.
    if (some.empty()) some = matches(experiments, holds_rows, pattern, full);
    if (some.empty()) fail_nothing_selected(experiments, pattern);
    found.insert(some.begin(), some.end());
  }
  return {found.begin(), found.end()};  // Pointers into one vector: the registry's order.
}

std::vector<std::string> defects_of(const std::vector<Experiment>& experiments) {
  std::vector<std::string> defects;
  std::set<std::string> seen;
  for (const Experiment& e : experiments) {
    std::string found = defect(e);
    if (!seen.insert(e.id).second) found = "is registered twice";
    if (!found.empty()) defects.push_back(e.id + ": " + found);
  }
  return defects;
}

}  // namespace gf::papers
