// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace gf::core {

/// One figure that a run reports: `results` of stats.json maps name to {value, unit}.
struct ResultValue {
  std::string name;  ///< Unique in its run.
  double value = 0;
  std::string unit;
};

}  // namespace gf::core
