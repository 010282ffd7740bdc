// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/programs/suite.h"

#include "core/base/error.h"

namespace gf::model {

WorkloadOptions parse_workload_options(const std::string& text) {
  return split_options(
      text, [](const std::string&) { return true; },
      [](const std::string& field) {
        core::fail_config("workload options", "field", field, "\"name=value\", each name once",
                          "write, for example, scale=14,factor=8");
      });
}

}  // namespace gf::model
