// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "papers/isca08_dragonfly/dragonfly_experiments.h"
#include "tlm_models/topology/dragonfly.h"

namespace gf::papers::isca08 {
namespace {

model::Dragonfly build(unsigned p, unsigned a, unsigned h) {
  model::DragonflyParams params;
  params.p = p;
  params.a = a;
  params.h = h;
  return model::Dragonfly(params);
}

Measurement count(const std::string& id, const std::string& quantity, double published,
                  double counted) {
  return {"dragonfly.size." + id,
          quantity,
          Kind::kExact,
          published,
          counted,
          "",
          equal("counted on the built graph"),
          "",
          ""};
}

/// Largest balanced network (a = 2p = 2h) of routers of that radix: 4 h - 1 ports.
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
  return {"fig4", "Nodes of a balanced dragonfly against the radix of its routers",
          "The closed form N = ap(ah + 1), and the graphs that the model builds.", chart};
}

}  // namespace

ExperimentResult sizes(const ExperimentContext&) {
  ExperimentResult result;
  const model::Dragonfly small = build(2, 4, 2);
  const model::Dragonfly evaluation = build(4, 8, 4);
  const model::Dragonfly large = build(16, 32, 16);
  const model::DragonflyParams& e = evaluation.params();
  result.measurements = {
      count("fig5", "nodes, p = h = 2, a = 4", 72, small.graph().nodes()),
      count("nodes", "nodes, p = h = 4, a = 8", 1056, evaluation.graph().nodes()),
      count("groups", "groups of it", 33, evaluation.groups()),
      count("routers", "routers of it", 264, evaluation.graph().routers()),
      count("radix", "ports of a router of it", 15, evaluation.graph().ports()),
      count("virtual_radix", "group's radix of it, a (p + h)", 64, e.a * (e.p + e.h)),
      count("large", "nodes, p = h = 16, a = 32", 262'656, large.graph().nodes()),
      count("large_radix", "ports of a router of it", 63, large.graph().ports()),
  };
  result.figures = {figure()};
  return result;
}

}  // namespace gf::papers::isca08
