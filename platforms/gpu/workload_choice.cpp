// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/workload_choice.h"

namespace gf::platforms::gpu {
namespace {

/// Pages go where they are touched first. Copies on each GPU and managed data stay what they are.
void place_by_touch(model::Workload& workload, bool copied_to_readers) {
  for (model::DataStructure& data : workload.data) {
    if (data.placement != model::Placement::kExplicit &&
        data.placement != model::Placement::kInterleave &&
        data.placement != model::Placement::kFirstTouch)
      continue;
    data.placement = model::Placement::kFirstTouch;
    data.homes.clear();
    data.copied_to_readers = copied_to_readers;
  }
}

}  // namespace

model::Workload WorkloadChoice::make(unsigned gpus, std::uint64_t seed) const {
  model::Workload workload = model::make_workload(name, model::parse_workload_size(size), gpus,
                                                  seed, model::parse_workload_options(options));
  if (placement.get() != "as_written")
    place_by_touch(workload, placement.get() == "replicate_read_only");
  return workload;
}

}  // namespace gf::platforms::gpu
