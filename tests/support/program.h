// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tests/support/captured.h"

namespace gf::test {

using Words = std::vector<std::string>;  ///< Of a command line.

inline Words operator+(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// Runs `gpufabric ARGUMENTS...`, the one that was built with the tests.
inline Captured program(Words arguments) {
  arguments.insert(arguments.begin(), GF_PROGRAM);
  return capture(arguments);
}

}  // namespace gf::test
