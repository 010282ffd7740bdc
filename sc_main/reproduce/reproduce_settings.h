// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "papers/experiment.h"
#include "papers/runner.h"
#include "sc_main/cli/store_option.h"

namespace gf::app {

using Selection = std::vector<const papers::Experiment*>;  ///< The chosen experiments.

/// The command line of `gpufabric reproduce`.
struct ReproduceSettings {
  PoolCommandOptions pool;
  std::vector<std::string> patterns;  ///< Empty: the whole quick set.
  std::string outdir;  ///< Default: report, or a name of its own for a part of the set.
  std::uint64_t seed = 1;
  bool full = false;
  bool force = false;
  bool all = false;  ///< Prints every row.
  bool json = false;
  bool list = false;
  bool quiet = false;
  bool pages = false;       ///< Also writes pages of runs.
  unsigned most_pages = 8;  ///< Per experiment.
  bool recorded = false;    ///< Shows the record and runs nothing.
  bool doubt = false;       ///< Varies the assumed values.
  bool calibrated = false;  ///< Varies the calibrated values too.
  unsigned runs = 32;       ///< Number of samples for `doubt`.

  /// Returns the runner's options: the seed, and the number of pages per experiment.
  [[nodiscard]] papers::RunnerOptions runner() const {
    papers::RunnerOptions runner;
    runner.seed = seed;
    runner.pages = pages ? most_pages : 0;
    return runner;
  }
};

}  // namespace gf::app
