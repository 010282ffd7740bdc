// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sc_main/cli/configured_platform.h"
#include "sc_main/cli/store_option.h"
#include "sc_main/many/sweep_axes.h"

namespace gf::app {

/// The command line of `gpufabric sweep`.
struct SweepOptions {
  PlatformChoice choice;  ///< With the axes among its settings: of those the last one wins.
  PoolCommandOptions pool;
  std::vector<SweepAxis> axes;
  std::vector<std::size_t> places;  ///< Where choice.settings has each axis.
  std::vector<SweepPoint> points;
  std::filesystem::path outdir;
  std::string hosts;  ///< GNU parallel's, comma-separated; empty: this machine's pool.
  bool slurm = false;
  std::optional<std::size_t> only;  ///< Make this point alone, as an executor asks.
  bool quiet = false;
  bool json = false;
  Arguments words;  ///< Of the command line those that say what the points are, behind "sweep".
};

/// The choice with these values of the axes.
PlatformChoice choice_at(const SweepOptions& options, const SweepPoint& point);

/// Nothing when help was printed. Throws UserError for what makes no sweep, parameters that are
/// wrong with the first value of each axis included: no point is run then.
std::optional<SweepOptions> parse_sweep(const Arguments& arguments);

}  // namespace gf::app
