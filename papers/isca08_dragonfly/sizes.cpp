// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "papers/isca08_dragonfly/dragonfly_experiments.h"
#include "tlm_models/topology/network/dragonfly.h"

namespace gf::papers::isca08 {
namespace {

model::Dragonfly build(unsigned p, unsigned a, unsigned h) {
  model::DragonflyParams params;
  params.p = p;
  params.a = a;
  params.h = h;
  return model::Dragonfly(params);
}

/// Largest balanced network (a = 2p = 2h) of routers of each radix: 4 h - 1 ports.
Series scaling() {
  Series series{"a = 2p = 2h", Role::kAnalytic, Mark::kLinePoints, {}, {}, ""};
  for (unsigned h = 1; 4 * h - 1 <= 80; ++h) {
    series.x.push_back(4.0 * h - 1);
    series.y.push_back(2.0 * h * h * (2.0 * h * h + 1));
  }
  return series;
}

Figure figure() {
  Chart chart;
  chart.x = {"router radix", "", Scale::kLinear, 0.0, {}, {}};
  chart.y = {"nodes", "", Scale::kLog10, {}, {}, {}};
  chart.series = {scaling()};
  Series built{"built graphs", Role::kSimulated, Mark::kPoints, {}, {}, ""};
  for (unsigned h : {2u, 4u, 6u, 8u}) {
    const model::Dragonfly dragonfly = build(h, 2 * h, h);
    built.x.push_back(dragonfly.graph().ports());
    built.y.push_back(dragonfly.graph().nodes());
  }
  chart.series.push_back(built);
  return {"fig4", "Number of nodes of a balanced dragonfly against the radix of its routers",
          "The closed form N = ap(ah + 1), and the graphs that the model builds.", chart};
}

}  // namespace

void sizes(Judge& judge) {
  // The large dragonfly is built in this process, so it occupies one of the jobs.
  const auto turn = judge.turn();
  const model::Dragonfly small = build(2, 4, 2);
  const model::Dragonfly evaluation = build(4, 8, 4);
  const model::Dragonfly large = build(16, 32, 16);
  const model::DragonflyParams& e = evaluation.params();
  const auto count = [&](const std::string& id, double counted) {
    judge.set("dragonfly.size." + id, counted);
  };
  count("fig5", small.graph().nodes());
  count("nodes", evaluation.graph().nodes());
  count("groups", evaluation.groups());
  count("routers", evaluation.graph().routers());
  count("radix", evaluation.graph().ports());
  count("virtual_radix", e.a * (e.p + e.h));
  count("large", large.graph().nodes());
  count("large_radix", large.graph().ports());
  judge.draw(figure());
}

}  // namespace gf::papers::isca08
