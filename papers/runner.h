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

/// What came out of one experiment.
struct Outcome {
  ExperimentResult result;
  bool finished = false;  ///< False: stopped by an interruption.
  double wall_seconds = 0;
};

/// Where all experiments stand.
struct RunnerStatus {
  std::size_t finished = 0;  ///< Experiments.
  std::size_t total = 0;
  double fraction = 0;  ///< Of all the work, by experiments and the runs that they asked for.
  std::vector<std::string> running;  ///< Ids whose runs are under way.
  runs::PoolStatus pool = {};
};

struct RunnerOptions {
  std::uint64_t seed = 1;
  Overlay overlay = {};   ///< Of all that is asked for; may be empty.
  std::size_t pages = 0;  ///< Of so many runs of each experiment, the first that it asks for.
  std::function<void(const RunnerStatus&)> report;  ///< Called a few times a second; may be empty.
  /// Told of each experiment, by its index, when it is finished; may be empty.
  std::function<void(std::size_t index, const Outcome&)> finished;
};

/// One outcome an experiment, in the order given, whatever the pool's number of jobs. Experiments
/// judge side by side, each in a thread of its own that mostly waits; their runs share the pool.
std::vector<Outcome> run_experiments(const std::vector<const Experiment*>& experiments,
                                     runs::Pool& pool, const RunnerOptions& options);

}  // namespace gf::papers
