// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gf::app {

/// A run that --dry-run shows in the place of making it.
struct PlannedRun {
  std::string name;     ///< "load 0.3": which of the command's runs it is.
  std::string command;  ///< "gpufabric run dragonfly ... --seed 1".
  std::string facts;    ///< Of run_facts(): what it would be made from, its configuration resolved.
  bool page = false;    ///< With its page.
};

/// What a command would do.
struct Plan {
  std::string command;  ///< "sweep".
  std::vector<PlannedRun> runs;
  std::vector<std::string> files;  ///< What it would write, as the user has to type it.
  std::filesystem::path store;     ///< Empty: none.
  int jobs = 1;
  std::string more;  ///< What cannot be known before something has been run; empty: nothing.
  bool json = false;
};

/// Prints the plan: a table of runs, whether the store has them and the command of each, the
/// parameters that all have and a run of the defaults has not, and what would be written where. As
/// JSON {command, runs: [{name, key, stored, command, configuration: {parameter: value}}], files,
/// store, jobs}. Makes nothing, not even the store.
void print_plan(const Plan& plan);

/// Whether a store at `directory`, which may not be there yet, has the run of these facts, with its
/// page if that is wanted.
[[nodiscard]] bool is_kept(const std::filesystem::path& directory, const std::string& facts,
                           bool page);

}  // namespace gf::app
