// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gf::app {

/// A run that --dry-run shows instead of making it.
struct PlannedRun {
  std::string name;     ///< The run's name within the command: "load 0.3".
  std::string command;  ///< "gpufabric run dragonfly ... --seed 1".
  std::string facts;    ///< From run_facts(): its inputs and resolved configuration.
  bool page = false;    ///< Writes its page too.
};

/// The effects of a command.
struct Plan {
  std::string command;  ///< "sweep".
  std::vector<PlannedRun> runs;
  std::vector<std::string> files;  ///< Files it would write, as the user has to type them.
  std::filesystem::path store;     ///< Empty: none.
  unsigned jobs = 1;
  std::string more;  ///< Parts unknown before something has been run; empty: none.
  bool json = false;
};

/// Prints the plan: a table of the runs, whether the store has them, and the command of each. It
/// also shows the parameters that all runs share but a default run does not, and the files to be
/// written. As JSON: {command, runs: [{name, key, stored, command, configuration: {parameter:
/// value}}], files, store, jobs}. Creates nothing, not even the store.
void print_plan(const Plan& plan);

/// Returns whether a store at `directory`, which need not exist, has the run of these facts, with
/// its page if `page`.
[[nodiscard]] bool is_kept(const std::filesystem::path& directory, const std::string& facts,
                           bool page);

}  // namespace gf::app
