// SPDX-License-Identifier: Apache-2.0
// The lowest point of MIN's curve on uniform traffic, divided by the sum of the documented parts.
#include "papers/isca08_dragonfly/dragonfly_experiments.h"
#include "papers/isca08_dragonfly/points.h"

namespace gf::papers::isca08 {

void zero_load(Judge& judge) {
  const runs::Run idle = Points(judge).at("min", "uniform", 0.02, booksim_network(2));
  const double local = idle.value("hops_local_mean");
  const double global = idle.value("hops_global_mean");
  // In the order of hw/router/README.md, "Timing": node, channel to the router, routers (one more
  // than channels between them), these channels, channel to the node.
  const double sum = 1 + 1 + 2 * (local + global + 1) + 10 * local + 100 * global + 1;
  judge.set("dragonfly.zero_load", idle.value("latency_mean") / sum);
}

}  // namespace gf::papers::isca08
