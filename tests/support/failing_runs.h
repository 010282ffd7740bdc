// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tests/support/program.h"

namespace gf::test::failing_runs {

inline Captured run(const std::string& platform, std::vector<std::string> words) {
  words.insert(words.begin(), {"run", platform, "--workload", "allreduce:bytes=512 KiB"});
  return program(words);
}

}  // namespace gf::test::failing_runs
