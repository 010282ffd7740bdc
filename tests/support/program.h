// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/captured.h"
#include "tests/support/words.h"

namespace gf::test {

/// Runs `gpufabric ARGUMENTS...`, the one that was built with the tests.
inline Captured program(Words arguments) {
  arguments.insert(arguments.begin(), GF_PROGRAM);
  return capture(arguments);
}

}  // namespace gf::test
