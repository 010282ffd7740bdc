// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/workload_choice.h"

#include <map>

namespace gf::platforms::gpu {
namespace {

/// Places pages where they are first touched. Copies on each GPU and managed data stay unchanged.
void place_by_touch(model::Workload& workload, model::CopyRule copied_to_readers) {
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
  using model::CopyRule;
  const std::map<std::string, CopyRule> rules = {{"first_touch", CopyRule::kNone},
                                                 {"replicate_read_only", CopyRule::kNeverWritten},
                                                 {"replicate_each_kernel", CopyRule::kEachKernel}};
  if (const auto rule = rules.find(placement.get()); rule != rules.end())
    place_by_touch(workload, rule->second);
  return workload;
}

}  // namespace gf::platforms::gpu
