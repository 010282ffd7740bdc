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
  PlatformChoice choice;  ///< Its settings include the axes; the last of equal names wins.
  PoolCommandOptions pool;
  std::string design = "grid";
  unsigned repeat = 1;  ///< Number of seeds per point.
  std::vector<SweepAxis> axes;
  std::vector<std::size_t> places;  ///< Position of each axis in choice.settings.
  std::vector<SweepPoint> points;
  std::filesystem::path outdir = "sweep";
  std::string hosts;  ///< For GNU parallel, comma-separated; empty: this machine's pool.
  bool slurm = false;
  std::optional<std::uint64_t> only;  ///< Makes only this point, for an executor.
  bool quiet = false;
  bool json = false;
  Arguments words;  ///< Words after "sweep" that define the points.
};

/// Returns the choice with the point's values for the axes.
PlatformChoice choice_at(const SweepOptions& options, const SweepPoint& point);

/// Finds the points of the parsed options. Throws UserError for options that make no sweep,
/// including parameters that are wrong with the first value of each axis: no point is run then.
void take_points(const CommandLine& line, SweepOptions& options);

}  // namespace gf::app
