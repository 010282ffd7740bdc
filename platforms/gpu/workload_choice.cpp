// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/workload_choice.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "core/base/error.h"

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

/// Puts data and kernels made for `made_for` GPUs on `gpus` of them, in blocks.
void fold(model::Workload& workload, unsigned made_for, unsigned gpus) {
  const auto on = [&](unsigned gpu) { return gpu * gpus / made_for; };
  for (model::DataStructure& data : workload.data) {
    for (std::uint8_t& home : data.homes) home = static_cast<std::uint8_t>(on(home));
    if (data.advice.preferred != model::Advice::kNobody)
      data.advice.preferred = on(data.advice.preferred);
    std::uint64_t accessed_by = 0;
    for (unsigned gpu = 0; gpu < std::min(made_for, 64u); ++gpu)
      if ((data.advice.accessed_by >> gpu & 1u) != 0) accessed_by |= std::uint64_t{1} << on(gpu);
    data.advice.accessed_by = accessed_by;
  }
  for (model::Kernel& kernel : workload.kernels) kernel.gpu = on(kernel.gpu);
}

}  // namespace

model::Workload WorkloadChoice::make(unsigned gpus, std::uint64_t seed) const {
  const unsigned count = made_for == 0 ? gpus : made_for.get();
  if (count < gpus)
    core::fail_config("workload", "made_for", std::to_string(count),
                      fmt::format("0, or {} ... {}", gpus, model::kMostWorkloadGpus),
                      fmt::format("the node has {} GPUs; set made_for=0 or fewer gpus", gpus));
  model::Workload workload = model::make_workload(name, model::parse_workload_size(size), count,
                                                  seed, model::parse_workload_options(options));
  fold(workload, count, gpus);
  using model::CopyRule;
  const std::map<std::string, CopyRule> rules = {{"first_touch", CopyRule::kNone},
                                                 {"replicate_read_only", CopyRule::kNeverWritten},
                                                 {"replicate_each_kernel", CopyRule::kEachKernel}};
  if (const auto rule = rules.find(placement.get()); rule != rules.end())
    place_by_touch(workload, rule->second);
  return workload;
}

}  // namespace gf::platforms::gpu
