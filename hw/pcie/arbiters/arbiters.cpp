// SPDX-License-Identifier: Apache-2.0
// The list of arbitration policies: a new one adds its name and its line here.
#include "core/error.h"
#include "hw/pcie/arbiters/policies.h"

namespace gf::hw::pcie {

const std::vector<std::string>& arbiter_names() {
  static const std::vector<std::string> names = {"fixed", "round_robin", "oldest_first",
                                                 "weighted_round_robin"};
  return names;
}

std::unique_ptr<ArbiterIf> make_arbiter(const ArbiterSettings& settings, const std::string& path) {
  for (unsigned weight : settings.weights) {
    if (weight == 0 || weight > 1024) {
      core::fail_config(path, "weights", std::to_string(weight), "1 ... 1024",
                        "for an input that gets nothing, remove its link");
    }
  }
  if (settings.policy == "fixed") return std::make_unique<FixedPriority>();
  if (settings.policy == "round_robin") return std::make_unique<RoundRobin>();
  if (settings.policy == "oldest_first") return std::make_unique<OldestFirst>();
  if (settings.policy == "weighted_round_robin") {
    return std::make_unique<WeightedRoundRobin>(settings.inputs, settings.weights,
                                                settings.packet_cost_bytes);
  }
  std::string known;
  for (const std::string& name : arbiter_names()) known += (known.empty() ? "" : ", ") + name;
  core::fail_config(path, "arbitration", settings.policy, known, "choose one of them");
}

}  // namespace gf::hw::pcie
