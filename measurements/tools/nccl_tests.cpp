// SPDX-License-Identifier: Apache-2.0
#include "measurements/tools/nccl_output.h"
#include "measurements/tools/tools.h"

namespace gf::papers::tools {

Tool nccl_tests() {
  return {nccl::kNccl,
          "nccl-tests (all_reduce_perf, ...)",
          {"algbw"},
          [](std::string_view text, const std::string& file) {
            return nccl::read_tables(text, file, nccl::kNccl);
          },
          [](const std::vector<Measured>& values) { return nccl::write_tables(values, false); }};
}

Tool rccl_tests() {
  return {nccl::kRccl,
          "rccl-tests",
          {"rccl-tests:"},
          [](std::string_view text, const std::string& file) {
            return nccl::read_tables(text, file, nccl::kRccl);
          },
          [](const std::vector<Measured>& values) { return nccl::write_tables(values, true); }};
}

}  // namespace gf::papers::tools
