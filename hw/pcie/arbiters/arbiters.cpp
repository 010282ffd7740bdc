// SPDX-License-Identifier: Apache-2.0
// The arbitration policies that GPUFabric provides. A new policy adds its line here.
#include "core/base/error.h"
#include "hw/pcie/arbiters/arbiter_policies.h"

namespace gf::hw::pcie {

core::Registry<ArbiterEntry>& arbiter_registry() {
  using Settings = const ArbiterSettings&;
  static core::Registry<ArbiterEntry> registry(
      "arbitration", {{"fixed", [](Settings) { return std::make_unique<FixedPriority>(); }},
                      {"round_robin", [](Settings) { return std::make_unique<RoundRobin>(); }},
                      {"oldest_first", [](Settings) { return std::make_unique<OldestFirst>(); }},
                      {"weighted_round_robin", [](Settings settings) {
                         return std::make_unique<WeightedRoundRobin>(
                             settings.inputs, settings.weights, settings.packet_cost_bytes);
                       }}});
  return registry;
}

std::unique_ptr<ArbiterIf> make_arbiter(const ArbiterSettings& settings, const std::string& path) {
  for (unsigned weight : settings.weights) {
    if (weight == 0 || weight > 1024) {
      core::fail_config(path, "weights", std::to_string(weight), "1 ... 1024",
                        "to exclude an input, remove its link");
    }
  }
  return arbiter_registry().get(settings.policy, path, "arbitration").make(settings);
}

}  // namespace gf::hw::pcie
