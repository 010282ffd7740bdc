// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/program.h"

namespace gf::test::apenet_runs {

inline Captured run(const std::string& platform, const std::vector<std::string>& settings,
                    const std::vector<std::string>& more = {}) {
  // No line but its table.
  return program(Words{"run", platform, "-q"} + parameters(settings) + more);
}

/// Sizes and values of an OSU table.
inline std::map<unsigned, double> table_of(const std::string& text) {
  std::map<unsigned, double> rows;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    unsigned size = 0;
    words >> size >> rows[size];
  }
  return rows;
}

}  // namespace gf::test::apenet_runs
