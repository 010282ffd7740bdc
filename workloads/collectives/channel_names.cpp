// SPDX-License-Identifier: Apache-2.0
#include "workloads/collectives/channel_names.h"

#include <algorithm>
#include <numeric>
#include <string_view>

#include "core/base/error.h"
#include "core/base/text_fields.h"
#include "core/base/text_match.h"
#include "tlm_models/machine/name_range.h"

namespace gf::model {
namespace {

std::vector<unsigned> numbers_in_names(const MachinePlan& plan,
                                       const std::vector<unsigned>& devices) {
  std::vector<unsigned> numbers;
  for (const unsigned device : devices) {
    const std::string& name = plan.devices[device].name;
    const std::size_t stem = name.find_last_not_of("0123456789") + 1;
    const auto number = core::parse_number<unsigned>(std::string_view(name).substr(stem));
    if (!number || std::count(numbers.begin(), numbers.end(), *number) != 0) {
      numbers.resize(devices.size());
      std::iota(numbers.begin(), numbers.end(), 0u);
      break;
    }
    numbers.push_back(*number);
  }
  return numbers;
}

}  // namespace

std::vector<unsigned> gpu_numbers(const MachinePlan& plan) {
  return numbers_in_names(plan, plan.of_kind(DeviceKind::kGpu));
}
std::vector<unsigned> nic_numbers(const MachinePlan& plan) {
  return numbers_in_names(plan, plan.nics());
}

std::vector<unsigned> gpus_in_order(const MachinePlan& plan) {
  MachinePlan unranked;
  unranked.devices = plan.devices;
  std::vector<unsigned> gpus = unranked.of_kind(DeviceKind::kGpu);
  const std::vector<unsigned> ranks = plan.of_kind(DeviceKind::kGpu);
  gpus.erase(std::remove_if(gpus.begin(), gpus.end(),
                            [&](unsigned gpu) {
                              return std::find(ranks.begin(), ranks.end(), gpu) == ranks.end();
                            }),
             gpus.end());
  return gpus;
}

MachinePlan part_of_gpus(MachinePlan plan, const std::string& names) {
  std::vector<std::string> known;
  for (const unsigned gpu : plan.of_kind(DeviceKind::kGpu)) known.push_back(plan.devices[gpu].name);
  std::vector<unsigned> part;
  for (const std::string_view field : core::split_fields(names, ',')) {
    const auto range = names_of_range(field);
    for (const std::string& name : range.value_or(std::vector<std::string>{std::string(field)})) {
      const unsigned device = plan.find(name);
      const bool again = std::find(part.begin(), part.end(), device) != part.end();
      if (again || std::find(known.begin(), known.end(), name) == known.end())
        core::fail_config(plan.name, "gpus", names,
                          (again ? "each GPU once; GPUs of this machine: " : "GPUs of it: ") +
                              core::first_of(known, 16, ", "),
                          "such as gpu[0..3]");
      part.push_back(device);
    }
  }
  plan.ranks = part;
  return plan;
}

}  // namespace gf::model
