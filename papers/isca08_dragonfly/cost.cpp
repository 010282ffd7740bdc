// SPDX-License-Identifier: Apache-2.0
// Figs. 2 and 19: costs of cables and of whole networks.
#include <fmt/format.h>

#include "papers/isca08_dragonfly/dragonfly_experiments.h"
#include "tlm_models/analytic/network_cost.h"

namespace gf::papers::isca08 {
namespace {

using model::CostInputs;
using model::NetworkPlan;

/// Returns networks of about that many nodes, the dragonfly first.
std::vector<NetworkPlan> plans(unsigned nodes) {
  return {model::plan_dragonfly(nodes), model::plan_flattened_butterfly(nodes),
          model::plan_folded_clos(nodes), model::plan_torus(nodes)};
}

/// Returns by how much a node of the dragonfly is cheaper than one of `other`, in per cent.
double saving(const NetworkPlan& dragonfly, const NetworkPlan& other, const CostInputs& inputs) {
  return 100 *
         (1 - model::cost_of(dragonfly, inputs).total() / model::cost_of(other, inputs).total());
}

/// Inputs that are halved and doubled, in the order of the rows fig19.sensitivity.1, 2, ...
constexpr double CostInputs::*kInputs[] = {
    &CostInputs::electrical_per_meter,
    &CostInputs::electrical_fixed,
    &CostInputs::optical_per_meter,
    &CostInputs::optical_fixed,
    &CostInputs::backplane,
    &CostInputs::router_per_port,
    &CostInputs::gbps,
    &CostInputs::cabinet_width,
    &CostInputs::row_pitch,
    &CostInputs::cable_overhead,
};

/// Sets both savings at 16K nodes with one input halved and doubled.
void sensitivity(const std::vector<NetworkPlan>& all, Judge& judge) {
  const auto both = [&](const CostInputs& inputs) {
    return fmt::format("{:.0f}, {:.0f} %", saving(all[0], all[1], inputs),
                       saving(all[0], all[2], inputs));
  };
  unsigned number = 0;
  for (const auto& input : kInputs) {
    CostInputs half, twice;
    half.*input /= 2;
    twice.*input *= 2;
    judge.set(fmt::format("dragonfly.fig19.sensitivity.{}", ++number),
              both(half) + "; " + both(twice));
  }
  CostInputs small;
  small.nodes_per_cabinet = 256;
  judge.set("dragonfly.fig19.sensitivity.cabinet", both(small));
}

Figure cost_figure() {
  Chart chart;
  chart.x = {"nodes", "", Scale::kLog2, {}, {}, {}};
  chart.y = {"cost per node", "$", Scale::kLinear, 0.0, {}, {}};
  for (const unsigned nodes : {4096u, 8192u, 16384u, 32768u, 65536u}) {
    const std::vector<NetworkPlan> all = plans(nodes);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (chart.series.size() <= i)
        chart.series.push_back({all[i].name, Role::kAnalytic, Mark::kLinePoints, {}, {}, ""});
      chart.series[i].x.push_back(all[i].nodes);
      chart.series[i].y.push_back(model::cost_of(all[i], {}).total());
    }
  }
  chart.guides = {{Guide::Along::kX, 16384,
                   "from 16K nodes: 20 % less than the butterfly, 52 % less than the folded Clos",
                   "16K nodes", Role::kPublished}};
  return {"fig19", "Cost of routers, backplanes and cables in $ per node",
          "Counted on graphs built and laid out in cabinets. The torus has one router per node and "
          "channels wide enough for uniform traffic at full load.",
          chart};
}

}  // namespace

void cables(Judge& judge) {
  const CostInputs inputs;
  Series electrical{"electrical, with repeaters", Role::kAnalytic, Mark::kLine, {}, {}, ""};
  Series optical{"active optical", Role::kAnalytic, Mark::kLine, {}, {}, ""};
  for (double meters = 0; meters <= 20; meters += 1) {
    electrical.x.push_back(meters);
    electrical.y.push_back(inputs.electrical_fixed + inputs.electrical_per_meter * meters);
    optical.x.push_back(meters);
    optical.y.push_back(inputs.optical_fixed + inputs.optical_per_meter * meters);
  }
  Chart chart;
  chart.x = {"length", "m", Scale::kLinear, 0.0, {}, {}};
  chart.y = {"cost", "$ per Gb/s", Scale::kLinear, 0.0, {}, {}};
  chart.series = {electrical, optical};
  judge.set("dragonfly.fig2.crossing", model::cable_crossing(inputs));
  // One length, two rows: each is compared with another source.
  judge.set("dragonfly.fig2.passive", model::cable_crossing(inputs));
  judge.draw({"fig2", "Cost of cables against their length", "The two lines are recalled.", chart});
}

void cost(Judge& judge) {
  // Graphs of 16K nodes are built in this process, so it takes one of the jobs.
  const auto turn = judge.turn();
  const std::vector<NetworkPlan> all = plans(16'384);
  judge.set("dragonfly.fig19.butterfly", saving(all[0], all[1], {}));
  judge.set("dragonfly.fig19.clos", saving(all[0], all[2], {}));
  for (std::size_t i = 0; i < all.size(); ++i) {
    const model::NetworkCost parts = model::cost_of(all[i], {});
    judge.set(fmt::format("dragonfly.fig19.parts.{}", i + 1),
              fmt::format("{:.0f} + {:.0f} + {:.0f} $ per node; {} of {:.1f} m", parts.routers,
                          parts.backplanes, parts.cables, parts.cable_count, parts.mean_meters));
  }
  sensitivity(all, judge);
  judge.draw(cost_figure());
}

}  // namespace gf::papers::isca08
