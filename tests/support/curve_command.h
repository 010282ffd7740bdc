// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace gf::test::curve_command {

inline std::vector<std::string> small(std::vector<std::string> more) {
  std::vector<std::string> all = {"curve", "dragonfly", "--p", "2",  "--a",
                                  "4",     "--h",       "2",   "-p", "measurement.period=200"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace gf::test::curve_command
