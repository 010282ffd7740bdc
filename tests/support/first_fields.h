// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sstream>
#include <string>

#include "tests/support/program.h"

namespace gf::test {

/// First fields of the lines.
inline Words first_fields(const std::string& text) {
  Words all;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) all.push_back(line.substr(0, line.find('\t')));
  return all;
}

}  // namespace gf::test
