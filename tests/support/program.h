// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tests/support/captured.h"

namespace gf::test {

/// Runs `gpufabric ARGUMENTS...`, the one that was built with the tests.
inline Captured program(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), GF_PROGRAM);
  return capture(arguments);
}

}  // namespace gf::test
