// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tests/support/program.h"

namespace gf::test::nvlink_runs {

/// Two GPUs, a workload of some 30,000 cycles.
inline Captured run_small(std::vector<std::string> more) {
  std::vector<std::string> all = {"run",    "nvlink_node", "--quiet",  "-p",
                                  "gpus=2", "-p",          "gpu.sms=4"};
  all.insert(all.end(), more.begin(), more.end());
  return program(all);
}

inline std::vector<std::string> phases(std::vector<std::string> more) {
  std::vector<std::string> all = {"-p", "workload=random_asymmetric", "-p",
                                  "workload_options=phases=2,phase=20000"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace gf::test::nvlink_runs
