// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tests/support/program.h"

namespace gf::test::network_runs {

/// N = 72.
inline std::vector<std::string> small(std::vector<std::string> more) {
  return Words{"run", "dragonfly", "--p", "2", "--a", "4", "--h", "2", "--quiet"} + more;
}

}  // namespace gf::test::network_runs
