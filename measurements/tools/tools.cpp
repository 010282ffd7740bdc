// SPDX-License-Identifier: Apache-2.0
#include "measurements/tools/tools.h"

#include <algorithm>

#include "core/base/error.h"

namespace gf::papers::tools {
namespace {

/// Returns "nvbandwidth (text, -j); p2pBandwidthLatencyTest; ...".
std::string known_tools() {
  std::string names;
  for (const Tool& tool : all_tools()) names += (names.empty() ? "" : ", ") + tool.programs;
  return names;
}

}  // namespace

bool Tool::recognises(std::string_view text) const {
  return std::any_of(signs.begin(), signs.end(),
                     [text](std::string_view sign) { return text.find(sign) != text.npos; });
}

const std::vector<Tool>& all_tools() {
  static const std::vector<Tool> all{nvbandwidth(),
                                     nvbandwidth_json(),
                                     p2p_bandwidth_latency_test(),
                                     bandwidth_test(),
                                     perftest(),
                                     nccl_tests(),
                                     rccl_tests(),
                                     osu(),
                                     p2pmark()};
  return all;
}

const Tool* find_tool(const std::string& name) {
  const auto found = std::find_if(all_tools().begin(), all_tools().end(),
                                  [&name](const Tool& tool) { return tool.name == name; });
  return found == all_tools().end() ? nullptr : &*found;
}

std::vector<Measured> read_measured(std::string_view text, const std::string& file) {
  std::vector<Measured> values;
  std::string recognised;
  for (const Tool& tool : all_tools()) {
    if (!tool.recognises(text)) continue;
    recognised += (recognised.empty() ? "" : " and ") + tool.name;
    for (Measured& each : tool.read(text, file)) values.push_back(std::move(each));
  }
  if (recognised.empty())
    core::fail_input(file, 0, "no output of a known tool", "an output of " + known_tools());
  if (values.empty())
    core::fail_input(file, 0, "an output of " + recognised + " without a value",
                     "at least one table with a row");
  return values;
}

}  // namespace gf::papers::tools
