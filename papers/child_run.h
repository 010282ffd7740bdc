// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "papers/experiment.h"

namespace gf::papers {

/// A run that failed; what() is one line: the command, how it ended, the last line it complained.
class ChildRunError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A finished `gpufabric run`, read back from its directory.
struct ChildRun {
  struct Number {
    double value = 0;
    std::string unit;
  };
  std::filesystem::path directory;
  std::map<std::string, Number> results;  ///< `results` of stats.json.

  /// Throws ChildRunError, naming the nearest, when the run reported no such result.
  [[nodiscard]] double value(const std::string& name) const;
  /// For ExperimentResult::runs.
  [[nodiscard]] RunLink link(std::string text) const;
};

/// What a finished run left in `directory`; `command` for the message of ChildRunError.
ChildRun read_run(const std::filesystem::path& directory, const std::string& command);

/// Starts `<this program> <arguments> --outdir <context.outdir>/<name> --seed <seed> --quiet`,
/// waits, and reads its stats.json. `name` is unique within the experiment. Throws ChildRunError
/// when the run ends with another exit code than 0 or 3 (no steady state) or leaves no readable
/// stats.json.
ChildRun run_program(const ExperimentContext& context, const std::string& name,
                     const std::vector<std::string>& arguments);

}  // namespace gf::papers
