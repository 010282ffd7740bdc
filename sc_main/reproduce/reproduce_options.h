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
  std::string outdir;  ///< Unless it is given: report, or for a part of the set its own.
  std::uint64_t seed = 1;
  bool full = false;
  bool force = false;
  bool all = false;  ///< Print every row.
  bool json = false;
  bool list = false;
  bool quiet = false;
  bool pages = false;       ///< Of runs, too.
  unsigned most_pages = 8;  ///< Of each experiment.
  bool doubt = false;       ///< With other values of what is assumed.
  bool calibrated = false;  ///< And of what is calibrated.
  unsigned runs = 32;       ///< How often, then.
};

/// Nothing when it printed the help. Throws UserError(kUsage) for what is not understood.
std::optional<ReproduceOptions> parse_reproduce(const Arguments& arguments);

}  // namespace gf::app
