// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sc_main/cli/configured_platform.h"
#include "sc_main/cli/store_option.h"

namespace gf::app {

/// The command line of `gpufabric curve`.
struct CurveOptions {
  PlatformChoice choice;
  std::uint64_t seed = 1;  ///< Used for all points.
  PoolCommandOptions pool;
  std::vector<double> loads;  ///< Ascending.
  bool saturation = false;
  double tolerance = 0.01;
  bool csv = false;
  bool json = false;
  bool quiet = false;
};

/// Returns nothing if help was printed. Throws UserError for options that make no curve, including
/// wrong parameters: no point is run then.
std::optional<CurveOptions> parse_curve(const Arguments& arguments);

}  // namespace gf::app
