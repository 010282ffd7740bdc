// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/workload_choice.h"

#include "tlm_models/gpu/workloads/registry.h"

namespace gf::platforms::gpu {

void WorkloadChoice::declare(const core::ParamScope& root, const std::string& source) {
  root.add_file("workload", name, model::file_of_workload,
                "member of the suite (gpufabric workloads lists them), or file:PATH", source);
  root.add_file("workload_options", options, model::file_of_options,
                "of the member, as name=value,...", "none");
  root.add_choice("size", size, {"small", "large"}, "of the member: seconds or a minute to run",
                  "assumed");
}

model::Workload WorkloadChoice::make(unsigned gpus, std::uint64_t seed) const {
  return model::make_workload(name, model::parse_workload_size(size), gpus, seed,
                              model::parse_workload_options(options));
}

}  // namespace gf::platforms::gpu
