// SPDX-License-Identifier: Apache-2.0
#include "workloads/traffic/patterns.h"

#include <cmath>
#include <fmt/format.h>
#include <numeric>

#include "core/base/error.h"
#include "core/base/text_match.h"

namespace gf::model {
namespace {

unsigned side_of(unsigned nodes) {
  return static_cast<unsigned>(std::sqrt(static_cast<double>(nodes) + 0.5));
}

void check_fits(const std::string& pattern, unsigned nodes) {
  const auto refuse = [&](const std::string& legal, const std::string& hint) {
    core::fail_config("", "traffic", pattern, legal,
                      fmt::format("this network has {} nodes; {}", nodes, hint));
  };
  const unsigned side = side_of(nodes);
  if (pattern == "transpose" && side * side != nodes)
    refuse("a square number of nodes, whose rows and columns can be swapped",
           fmt::format("{} x {} = {} would do", side, side, side * side));
  if (pattern == "shuffle" && nodes % 2 != 0)
    refuse("an even number of nodes, whose two halves can be shuffled into each other",
           fmt::format("{} would do", nodes + 1));
}

std::vector<unsigned> permutation(unsigned nodes, std::uint64_t seed) {
  std::vector<unsigned> all(nodes);
  std::iota(all.begin(), all.end(), 0u);
  core::RandomStream random(seed, "traffic.permutation");
  for (unsigned i = nodes; i > 1; --i) std::swap(all[i - 1], all[random.below(i)]);
  return all;
}

unsigned fixed_destination(const std::string& pattern, unsigned node, unsigned nodes) {
  if (pattern == "bitcomp") return nodes - 1 - node;
  if (pattern == "transpose") return node % side_of(nodes) * side_of(nodes) + node / side_of(nodes);
  if (pattern == "tornado") return (node + (nodes + 1) / 2 - 1) % nodes;
  return node == nodes - 1 ? node : 2 * node % (nodes - 1);  // shuffle
}

}  // namespace

std::vector<unsigned> fixed_destinations(const std::string& pattern, unsigned nodes,
                                         std::uint64_t seed) {
  if (pattern == "permutation") return permutation(nodes, seed);
  check_fits(pattern, nodes);
  std::vector<unsigned> all;
  for (unsigned node = 0; node < nodes; ++node)
    all.push_back(fixed_destination(pattern, node, nodes));
  return all;
}

const std::vector<std::string>& traffic_names() {
  static const std::vector<std::string> names = {"uniform",   "wc",          "bitcomp",
                                                 "transpose", "tornado",     "shuffle",
                                                 "hotspot",   "permutation", "file"};
  return names;
}

std::unique_ptr<TrafficIf> make_traffic(const TrafficSettings& settings) {
  const std::string& pattern = settings.pattern;
  if (pattern == "uniform") return std::make_unique<UniformTraffic>(settings.nodes);
  if (pattern == "wc") {
    return std::make_unique<NextGroupTraffic>(settings.nodes, settings.nodes_per_group);
  }
  if (pattern == "hotspot") {
    if (settings.hotspot_node >= settings.nodes) {
      core::fail_config("traffic", "hotspot_node", std::to_string(settings.hotspot_node),
                        "0 ... " + std::to_string(settings.nodes - 1),
                        "name a node of the network");
    }
    return std::make_unique<HotspotTraffic>(settings.nodes, settings.hotspot_node,
                                            settings.hotspot_part);
  }
  for (const std::string& name : traffic_names()) {
    if (name == pattern) {
      return std::make_unique<FixedTraffic>(
          fixed_destinations(pattern, settings.nodes, settings.seed));
    }
  }
  core::fail_config("traffic", "pattern", pattern, core::legal_names(pattern, traffic_names()),
                    "choose one of them");
}

}  // namespace gf::model
