// SPDX-License-Identifier: Apache-2.0
// Fig. 9: how evenly UGAL-L and UGAL-G use the global channels of a group under worst-case traffic.
#include "papers/isca08_dragonfly/dragonfly_experiments.h"
#include "papers/isca08_dragonfly/points.h"

namespace gf::papers::isca08 {
namespace {

constexpr unsigned kRouters = 8;   // a of the evaluation
constexpr unsigned kChannels = 4;  // h of the evaluation
// Ports are numbered p nodes, then a - 1 local channels, then the global ones.
constexpr unsigned kFirstGlobal = 4 + 7;

/// Returns the mean utilization of a group's global channels over all groups, in group 0's order.
/// Entry 0 is the minimal one (to the next group), 1 to h - 1 share its router, the others follow.
std::vector<double> by_position(const core::CsvTable& channels, unsigned groups) {
  std::vector<double> sums(kRouters * kChannels);
  for (std::size_t row = 0; row < channels.rows(); ++row) {
    if (channels.text(row, "type") != "global") continue;
    const auto number = static_cast<unsigned>(channels.number(row, "router"));
    const auto port = static_cast<unsigned>(channels.number(row, "port"));
    const unsigned group = number / kRouters;
    const unsigned channel = number % kRouters * kChannels + port - kFirstGlobal;
    // Consecutive wiring: channel j leads to group j or j + 1, so the minimal one is channel
    // `group`, for the last group 0.
    const unsigned minimal = group % (groups - 1);
    const bool same_router = channel / kChannels == minimal / kChannels;
    const unsigned position = channel == minimal ? 0 : same_router ? 1 : kChannels;
    sums[position] += channels.number(row, "utilization");
  }
  return {sums[0] / groups, sums[1] / groups / (kChannels - 1),
          sums[kChannels] / groups / (kRouters * kChannels - kChannels)};
}

}  // namespace

void utilization(Judge& judge) {
  const Points points(judge);
  constexpr unsigned kGroups = 33;
  const runs::Run ugal_l = points.at("ugal_l", "wc", 0.2);
  const runs::Run ugal_g = points.at("ugal_g", "wc", 0.2);
  const std::vector<double> local = by_position(ugal_l.csv("channels.csv"), kGroups);
  const std::vector<double> global = by_position(ugal_g.csv("channels.csv"), kGroups);
  judge.set("dragonfly.fig9.ugal_l", local[1] / local[2]);
  judge.set("dragonfly.fig9.ugal_g", global[1] / global[2]);
  judge.set("dragonfly.fig9.minimal", local[0]);
  Chart chart;
  chart.x = {
      "global channel", "", Scale::kLinear, {}, {}, {"minimal", "same router", "other routers"}};
  chart.y = {"utilization", "", Scale::kLinear, 0.0, 1.0, {}};
  chart.series = {{"UGAL-L", Role::kSimulated, Mark::kBars, {0, 1, 2}, local, ""},
                  {"UGAL-G", Role::kSimulated, Mark::kBars, {0, 1, 2}, global, ""}};
  judge.draw({"fig9", "Utilization of a group's global channels, worst-case traffic at load 0.2",
              "Means over all groups.", chart});
}

}  // namespace gf::papers::isca08
