// SPDX-License-Identifier: Apache-2.0
// The list of direction policies: a new one is added here and nowhere else.
#include <functional>
#include <utility>

#include "core/error.h"
#include "hw/nvlink/policies/policies.h"

namespace gf::hw::nvlink {
namespace {

using Maker = std::function<std::unique_ptr<DirectionPolicyIf>(const PolicySettings&)>;

const std::vector<std::pair<std::string, Maker>>& makers() {
  static const std::vector<std::pair<std::string, Maker>> all = {
      {"static", [](const auto&) { return std::make_unique<StaticPolicy>(); }},
      {"paper", [](const auto& s) { return std::make_unique<PaperPolicy>(s); }},
      {"proportional", [](const auto& s) { return std::make_unique<ProportionalPolicy>(s); }},
      {"queue", [](const auto& s) { return std::make_unique<QueuePolicy>(s); }},
  };
  return all;
}

}  // namespace

const std::vector<std::string>& direction_policy_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const auto& [name, maker] : makers()) list.push_back(name);
    return list;
  }();
  return names;
}

std::unique_ptr<DirectionPolicyIf> make_direction_policy(const PolicySettings& settings,
                                                         const std::string& path) {
  std::string legal;
  for (const auto& [name, maker] : makers()) {
    if (name == settings.policy) return maker(settings);
    legal += (legal.empty() ? "" : ", ") + name;
  }
  core::fail_config(path, "policy", settings.policy, "one of " + legal, "name one of these");
}

}  // namespace gf::hw::nvlink
