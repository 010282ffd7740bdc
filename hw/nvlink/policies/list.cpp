// SPDX-License-Identifier: Apache-2.0
// The direction policies of GPUFabric; a new policy adds its line here.
#include "hw/nvlink/policies/direction_policies.h"

namespace gf::hw::nvlink {

core::Registry<DirectionPolicyEntry>& direction_policy_registry() {
  static core::Registry<DirectionPolicyEntry> registry(
      "direction policy",
      {{"static", [](const auto&) { return std::make_unique<StaticPolicy>(); }},
       {"paper", [](const auto& s) { return std::make_unique<PaperPolicy>(s); }},
       {"proportional", [](const auto& s) { return std::make_unique<ProportionalPolicy>(s); }},
       {"queue", [](const auto& s) { return std::make_unique<QueuePolicy>(s); }}});
  return registry;
}

std::unique_ptr<DirectionPolicyIf> make_direction_policy(const PolicySettings& settings,
                                                         const std::string& path) {
  return direction_policy_registry().get(settings.policy, path, "policy").make(settings);
}

}  // namespace gf::hw::nvlink
