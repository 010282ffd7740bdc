// SPDX-License-Identifier: Apache-2.0
// Figs. 2 and 19: cables, and what whole networks cost.
#include <fmt/format.h>

#include "papers/isca08_dragonfly/dragonfly_experiments.h"
#include "tlm_models/analytic/network_cost.h"

namespace gf::papers::isca08 {
namespace {

using model::CostInputs;
using model::NetworkPlan;

/// Networks of about that many nodes, the dragonfly first.
std::vector<NetworkPlan> plans(unsigned nodes) {
  return {model::plan_dragonfly(nodes), model::plan_flattened_butterfly(nodes),
          model::plan_folded_clos(nodes), model::plan_torus(nodes)};
}

/// What a node of the dragonfly costs less than one of `other`, in per cent.
double saving(const NetworkPlan& dragonfly, const NetworkPlan& other, const CostInputs& inputs) {
  return 100 *
         (1 - model::cost_of(dragonfly, inputs).total() / model::cost_of(other, inputs).total());
}

struct Input {
  const char* name;
  double CostInputs::*value;
};
constexpr Input kInputs[] = {
    {"electrical cable, $ per m", &CostInputs::electrical_per_meter},
    {"electrical cable, fixed $", &CostInputs::electrical_fixed},
    {"optical cable, $ per m", &CostInputs::optical_per_meter},
    {"optical cable, fixed $", &CostInputs::optical_fixed},
    {"backplane", &CostInputs::backplane},
    {"router port", &CostInputs::router_per_port},
    {"bandwidth of a channel", &CostInputs::gbps},
    {"width of a cabinet", &CostInputs::cabinet_width},
    {"pitch of rows", &CostInputs::row_pitch},
    {"overhead of a cable", &CostInputs::cable_overhead},
};

Measurement info(const std::string& id, const std::string& quantity, const std::string& text) {
  return {"dragonfly.fig19." + id,
          quantity,
          Kind::kDerived,
          {},
          text,
          "",
          not_gated("how far an input moves both percentages"),
          "",
          ""};
}

/// Both savings at 16K nodes with one input halved and doubled.
std::vector<Measurement> sensitivity(const std::vector<NetworkPlan>& all) {
  std::vector<Measurement> rows;
  const auto both = [&](const CostInputs& inputs) {
    return fmt::format("{:.0f}, {:.0f} %", saving(all[0], all[1], inputs),
                       saving(all[0], all[2], inputs));
  };
  for (const Input& input : kInputs) {
    CostInputs half, twice;
    half.*input.value /= 2;
    twice.*input.value *= 2;
    rows.push_back(info(fmt::format("sensitivity.{}", rows.size() + 1),
                        fmt::format("{}: halved; doubled", input.name),
                        both(half) + "; " + both(twice)));
  }
  CostInputs small;
  small.nodes_per_cabinet = 256;
  rows.push_back(info("sensitivity.cabinet", "256 nodes a cabinet", both(small)));
  return rows;
}

Figure cost_figure() {
  Chart chart;
  chart.x = {"nodes", "", Scale::kLog2, {}, {}, {}};
  chart.y = {"cost a node", "$", Scale::kLinear, 0.0, {}, {}};
  for (const unsigned nodes : {4096u, 8192u, 16384u, 32768u, 65536u}) {
    const std::vector<NetworkPlan> all = plans(nodes);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (chart.series.size() <= i)
        chart.series.push_back({all[i].name, Role::kAnalytic, Mark::kLinePoints, {}, {}, ""});
      chart.series[i].x.push_back(all[i].nodes);
      chart.series[i].y.push_back(model::cost_of(all[i], {}).total());
    }
  }
  return {
      "fig19", "Routers, backplanes and cables, $ a node",
      "Counted on built graphs laid out in cabinets. The torus has a router a node and channels "
      "as wide as uniform traffic at full load asks.",
      chart};
}

}  // namespace

ExperimentResult cables(const ExperimentContext&) {
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
  ExperimentResult result;
  result.measurements = {{"dragonfly.fig2.crossing", "length from which optical cables are cheaper",
                          Kind::kDerived, 10.0, model::cable_crossing(inputs), "m",
                          not_gated("lines and text are recalled, and one of them is wrong"), "",
                          ""}};
  result.figures = {
      {"fig2", "Cost of cables against their length", "The two lines as recalled.", chart}};
  return result;
}

ExperimentResult cost(const ExperimentContext&) {
  ExperimentResult result;
  const std::vector<NetworkPlan> all = plans(16'384);
  const auto row = [&](const std::string& id, const std::string& quantity, double published,
                       double simulated) {
    result.measurements.push_back(
        {"dragonfly.fig19." + id, quantity, Kind::kCalibrated, published, simulated, "%",
         absolute(5, "assumed inputs were chosen with both in view; the rows below move them"), "",
         ""});
  };
  row("butterfly", "16K nodes: saving against the flattened butterfly", 20,
      saving(all[0], all[1], {}));
  row("clos", "16K nodes: saving against the folded Clos", 52, saving(all[0], all[2], {}));
  for (const NetworkPlan& plan : all) {
    const model::NetworkCost parts = model::cost_of(plan, {});
    result.measurements.push_back(
        info("parts." + std::to_string(result.measurements.size() - 1),
             fmt::format("{}, {} nodes: routers, backplanes, cables; cables between cabinets",
                         plan.name, plan.nodes),
             fmt::format("{:.0f} + {:.0f} + {:.0f} $ a node; {} of {:.1f} m", parts.routers,
                         parts.backplanes, parts.cables, parts.cable_count, parts.mean_meters)));
  }
  const std::vector<Measurement> moved = sensitivity(all);
  result.measurements.insert(result.measurements.end(), moved.begin(), moved.end());
  result.figures = {cost_figure()};
  return result;
}

}  // namespace gf::papers::isca08
