// SPDX-License-Identifier: Apache-2.0
// Fig. 9: how evenly UGAL-L and UGAL-G use the global channels of a group under worst-case traffic.
#include <fstream>
#include <sstream>

#include "papers/isca08_dragonfly/dragonfly_experiments.h"
#include "papers/isca08_dragonfly/points.h"

namespace gf::papers::isca08 {
namespace {

constexpr unsigned kRouters = 8;   // a of the evaluation
constexpr unsigned kChannels = 4;  // h of it
constexpr unsigned kFirstGlobal = 4 + 7;

/// Utilization of the global channels of each group, group 0's order: entry 0 is the minimal one
/// (to the next group), 1 to h - 1 share its router, the others follow. Mean over all groups.
std::vector<double> by_position(const std::filesystem::path& file, unsigned groups) {
  std::vector<double> sums(kRouters * kChannels);
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);  // header
  while (std::getline(in, line)) {
    std::stringstream row(line);
    std::string router, port, type, peer, flits, utilization;
    for (std::string* field : {&router, &port, &type, &peer, &flits, &utilization})
      std::getline(row, *field, ',');
    if (type != "global") continue;
    const auto number = static_cast<unsigned>(std::stoul(router));
    const unsigned group = number / kRouters;
    const unsigned channel =
        number % kRouters * kChannels + static_cast<unsigned>(std::stoul(port)) - kFirstGlobal;
    // Consecutive wiring: channel j leads to group j or j + 1, so the minimal one is channel
    // `group`, for the last group 0.
    const unsigned minimal = group % (groups - 1);
    const bool same_router = channel / kChannels == minimal / kChannels;
    const unsigned position = channel == minimal ? 0 : same_router ? 1 : kChannels;
    sums[position] += std::stod(utilization);
  }
  return {sums[0] / groups, sums[1] / groups / (kChannels - 1),
          sums[kChannels] / groups / (kRouters * kChannels - kChannels)};
}

}  // namespace

ExperimentResult utilization(const ExperimentContext& context) {
  ExperimentResult result;
  const Points points(context, result);
  constexpr unsigned kGroups = 33;
  const auto shares = [&](const std::string& routing) {
    return by_position(points.at(routing, "wc", 0.2).directory / "channels.csv", kGroups);
  };
  const std::vector<double> local = shares("ugal_l");
  const std::vector<double> global = shares("ugal_g");
  const std::string id = "dragonfly.fig9.";
  result.measurements = {
      emergent(id + "ugal_l", "UGAL-L: channels beside the minimal one over those elsewhere",
               "under-used", local[1] / local[2],
               at_most(0.9, "the text: non-minimal channels of the minimal one's router starve")),
      emergent(id + "ugal_g", "UGAL-G: the same", "balanced", global[1] / global[2],
               at_least(0.9, "an ideal sees past the shared local channel")),
      emergent(id + "minimal", "UGAL-L: utilization of the minimal channel", "saturated", local[0],
               at_least(0.9, "it fills before packets go elsewhere")),
  };
  Chart chart;
  chart.x = {
      "global channel", "", Scale::kLinear, {}, {}, {"minimal", "same router", "other routers"}};
  chart.y = {"utilization", "", Scale::kLinear, 0.0, 1.0, {}};
  chart.series = {{"UGAL-L", Role::kSimulated, Mark::kBars, {0, 1, 2}, local, ""},
                  {"UGAL-G", Role::kSimulated, Mark::kBars, {0, 1, 2}, global, ""}};
  result.figures = {{"fig9", "Utilization of a group's global channels, worst-case traffic at 0.2",
                     "Means over all groups.", chart}};
  return result;
}

}  // namespace gf::papers::isca08
