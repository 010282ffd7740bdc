// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tests/support/program.h"

namespace gf::test::observed_runs {

inline Captured run(const std::string& platform, Words more) {
  return program(Words{"run", platform} + more);
}

inline Words some_copies(Words more) {
  more.insert(more.begin(), {"--workload", "random:bytes=64 KiB"});
  return more;
}

}  // namespace gf::test::observed_runs
