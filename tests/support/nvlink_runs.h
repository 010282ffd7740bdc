// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tests/support/program.h"

namespace gf::test::nvlink_runs {

/// Two GPUs, a workload of some 30,000 cycles.
inline Captured run_small(std::vector<std::string> more) {
  return program(Words{"run", "nvlink_node", "--quiet"} + parameters({"gpus=2", "gpu.sms=4"}) +
                 more);
}

inline std::vector<std::string> phases(std::vector<std::string> more) {
  return parameters({"workload=random_asymmetric", "workload_options=phases=2,phase=20000"}) + more;
}

}  // namespace gf::test::nvlink_runs
