// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/workload_choice.h"

namespace gf::platforms::gpu {

model::Workload WorkloadChoice::make(unsigned gpus, std::uint64_t seed) const {
  return model::make_workload(name, model::parse_workload_size(size), gpus, seed,
                              model::parse_workload_options(options));
}

}  // namespace gf::platforms::gpu
