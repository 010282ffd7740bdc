// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sc_main/machine.h"

namespace gf::app {

/// The command line of `gpufabric curve`.
struct CurveOptions {
  MachineOptions machine;
  std::vector<double> loads;  ///< Rising.
  bool saturation = false;
  double tolerance = 0.01;
  int jobs = 1;
  bool csv = false;
  bool quiet = false;
  Arguments run_words;  ///< "run PLATFORM ..." of every point, without its load.
};

/// Nothing when help was printed. Throws UserError for what makes no curve, parameters included:
/// no point is run then.
std::optional<CurveOptions> parse_curve(const Arguments& arguments);

}  // namespace gf::app
