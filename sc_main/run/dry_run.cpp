// SPDX-License-Identifier: Apache-2.0
#include "sc_main/run/dry_run.h"

#include <algorithm>
#include <fmt/format.h>
#include <iostream>
#include <map>
#include <sstream>

#include "core/base/printable.h"
#include "core/run/run_dir.h"
#include "core/text/json.h"
#include "core/text/text_table.h"
#include "runs/key.h"
#include "runs/request.h"
#include "runs/store_entry.h"
#include "sc_main/run/run_facts.h"

namespace gf::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kAssigned = " = ";

/// Returns the "path = value" lines of the facts, by path.
std::map<std::string, std::string> parameters_in(const std::string& facts) {
  std::map<std::string, std::string> parameters;
  std::istringstream lines(facts);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find(kAssigned);
    if (at != std::string::npos) parameters[line.substr(0, at)] = line.substr(at + 3);
  }
  return parameters;
}

/// Returns the text after "platform " in the facts.
std::string platform_in(const std::string& facts) {
  const std::string mark = "\nplatform ";
  const std::size_t at = facts.find(mark) + mark.size();
  return facts.substr(at, facts.find('\n', at) - at);
}

/// Returns the parameters shared by all runs, of one platform, that differ from a default run.
std::map<std::string, std::string> common_changes(const std::vector<PlannedRun>& runs) {
  const std::string platform = platform_in(runs.front().facts);
  runs::Request baseline;
  baseline.platform = platform;
  const auto defaults = parameters_in(run_facts(baseline, {}));
  auto common = parameters_in(runs.front().facts);
  for (auto i = common.begin(); i != common.end();) {
    const auto known = defaults.find(i->first);
    i = known != defaults.end() && known->second == i->second ? common.erase(i) : std::next(i);
  }
  for (const PlannedRun& run : runs) {
    const auto own = parameters_in(run.facts);
    for (auto i = common.begin(); i != common.end();) {
      const auto same = own.find(i->first);
      i = same == own.end() || same->second != i->second ? common.erase(i) : std::next(i);
    }
  }
  return common;
}

bool have_one_platform(const std::vector<PlannedRun>& runs) {
  return !runs.empty() && std::all_of(runs.begin(), runs.end(), [&](const PlannedRun& run) {
    return platform_in(run.facts) == platform_in(runs.front().facts);
  });
}

void print_text(const Plan& plan) {
  core::TextTable table({"run", "kept", "command"});
  std::size_t kept = 0;
  for (const PlannedRun& run : plan.runs) {
    const bool stored = is_kept(plan.store, run.facts, run.page);
    kept += stored ? 1 : 0;
    table.add_row({run.name, stored ? "yes" : "no", run.command});
  }
  table.print(std::cout);
  const std::size_t runs = plan.runs.size();
  std::cout << fmt::format("\n{} run{}: {} in the store, {} to be made, up to {} at a time\n", runs,
                           runs == 1 ? "" : "s", kept, runs - kept, plan.jobs);
  if (!plan.more.empty()) std::cout << plan.more << '\n';
  std::cout << fmt::format("store: {}\n",
                           plan.store.empty() ? "none" : core::printable(plan.store.string()));
  for (const std::string& file : plan.files)
    std::cout << fmt::format("would write: {}\n", core::printable(file));
  if (!have_one_platform(plan.runs)) return;
  const auto changes = common_changes(plan.runs);
  std::cout << (changes.empty()
                    ? "\nAll runs have the defaults but for what is in their commands.\n"
                    : "\nWhat all runs have and a run of the defaults has not (--json has "
                      "every parameter):\n");
  for (const auto& [path, value] : changes)
    std::cout << fmt::format("  {} = {}\n", path, core::printable(value));
}

void print_json(const Plan& plan) {
  nlohmann::ordered_json runs = nlohmann::ordered_json::array();
  for (const PlannedRun& run : plan.runs) {
    runs.push_back({{"name", run.name},
                    {"key", runs::key_of(run.facts)},
                    {"stored", is_kept(plan.store, run.facts, run.page)},
                    {"command", run.command},
                    {"configuration", parameters_in(run.facts)}});
  }
  const nlohmann::ordered_json all{{"command", plan.command}, {"runs", runs},
                                   {"files", plan.files},     {"store", plan.store.string()},
                                   {"jobs", plan.jobs},       {"more", plan.more}};
  std::cout << core::json_text(all, 2) << '\n';
}

}  // namespace

bool is_kept(const fs::path& directory, const std::string& facts, bool page) {
  std::error_code none;
  const fs::path run = directory / "runs" / runs::key_of(facts);
  return !directory.empty() && runs::damage_of(run, facts) == "" &&
         (!page || fs::exists(run / core::kPageFile, none));
}

void print_plan(const Plan& plan) { plan.json ? print_json(plan) : print_text(plan); }

}  // namespace gf::app
