// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tests/support/program.h"

namespace gf::test::cluster_command {

inline Captured run(std::vector<std::string> words) {
  words.insert(words.begin(), {"run", "cluster"});
  return program(words);
}

}  // namespace gf::test::cluster_command
