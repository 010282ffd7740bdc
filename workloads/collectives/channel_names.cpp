// SPDX-License-Identifier: Apache-2.0
#include "workloads/collectives/channel_names.h"

#include <algorithm>
#include <numeric>
#include <string_view>

#include "core/base/text_fields.h"

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
  return unranked.of_kind(DeviceKind::kGpu);
}

}  // namespace gf::model
