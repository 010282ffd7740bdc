// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tests/support/words.h"

namespace gf::test::curve_command {

inline std::vector<std::string> small(std::vector<std::string> more) {
  return Words{"curve", "dragonfly", "--p", "2",  "--a",
               "4",     "--h",       "2",   "-p", "measurement.period=200"} +
         more;
}

}  // namespace gf::test::curve_command
