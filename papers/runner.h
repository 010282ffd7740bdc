// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "papers/experiment.h"
#include "papers/judge.h"
#include "runs/pool.h"

namespace gf::papers {

/// Result of one experiment.
struct Outcome {
  ExperimentResult result;
  bool finished = false;  ///< False: stopped by an interruption.
  double wall_seconds = 0;
};

/// Progress of all experiments.
struct RunnerStatus {
  std::size_t finished = 0;  ///< Number of experiments.
  std::size_t total = 0;
  double fraction = 0;               ///< Of all work: experiments and the runs they have requested.
  std::vector<std::string> running;  ///< Ids of experiments with runs in progress.
  runs::PoolStatus pool = {};
};

struct RunnerOptions {
  std::uint64_t seed = 1;
  Overlay overlay = {};   ///< Applied to every request; may be empty.
  std::size_t pages = 0;  ///< How many runs of each experiment, from the first, get pages.
  std::function<void(const RunnerStatus&)> report;  ///< Called a few times a second; may be empty.
  /// Called with the index of each experiment that has finished; may be empty.
  std::function<void(std::size_t index, const Outcome&)> finished;
};

/// Returns one outcome per experiment, in the order given, for any number of jobs of the pool.
/// Experiments judge in parallel, each in its own, mostly waiting thread; their runs share the
/// pool.
std::vector<Outcome> run_experiments(const std::vector<const Experiment*>& experiments,
                                     runs::Pool& pool, const RunnerOptions& options);

}  // namespace gf::papers
