// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sc_main/cli/command.h"
#include "sc_main/cli/store_option.h"

namespace gf::app {

/// The command line of `gpufabric reproduce`.
struct ReproduceOptions {
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
  bool doubt = false;       ///< Varies the assumed values.
  bool calibrated = false;  ///< Varies the calibrated values too.
  unsigned runs = 32;       ///< Number of samples for `doubt`.
};

/// Returns nothing if it printed the help. Throws UserError(kUsage) for wrong options.
std::optional<ReproduceOptions> parse_reproduce(const Arguments& arguments);

}  // namespace gf::app
