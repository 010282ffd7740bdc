// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "papers/experiment.h"

namespace gf::papers {

/// What came out of one worker process.
struct Outcome {
  ExperimentResult result;
  bool finished = false;  ///< False: not started, or stopped by an interruption.
  double wall_seconds = 0;
};

/// Where all workers stand.
struct RunnerStatus {
  std::size_t finished = 0;
  std::size_t total = 0;
  double fraction = 0;               ///< Of all the work, by the experiments' own account.
  std::vector<std::string> running;  ///< Ids, in the order of their starts.
};

/// How experiments run: each in a process of its own, `jobs` at a time.
struct RunnerOptions {
  std::filesystem::path program;    ///< Runs `program reproduce --worker ID --outdir DIR ...`.
  std::filesystem::path directory;  ///< Exists; runs/<id>/ and work/ are made below it.
  std::uint64_t seed = 1;
  bool full = false;
  unsigned jobs = 1;
  std::function<void(const RunnerStatus&)> report;  ///< Called a few times a second; may be empty.
  std::function<bool()> interrupted;  ///< True: end all workers and return what is finished.
};

/// One outcome an experiment, in the order given, whatever `jobs` is. A worker that crashes or
/// leaves no result has one failed measurement that says how it ended and what it last wrote.
std::vector<Outcome> run_experiments(const std::vector<const Experiment*>& experiments,
                                     const RunnerOptions& options);

/// In which order they start, by index: long ones first, so that no core is left idle at the end.
std::vector<std::size_t> starting_order(const std::vector<const Experiment*>& experiments);

/// The worker's side: runs the experiment below `directory` and leaves its result for
/// run_experiments. A terminated worker takes the runs that it started with it.
void run_worker(const Experiment& experiment, const std::filesystem::path& directory,
                std::uint64_t seed, bool full);

/// Where an experiment's runs are, relative to the runner's directory: "runs/pcie.table2".
std::string run_directory_of(const std::string& id);

}  // namespace gf::papers
