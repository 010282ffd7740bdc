// SPDX-License-Identifier: Apache-2.0
// The lowest point of MIN's curve on uniform traffic beside the sum of the documented parts.
#include "papers/isca08_dragonfly/dragonfly_experiments.h"
#include "papers/isca08_dragonfly/points.h"

namespace gf::papers::isca08 {

ExperimentResult zero_load(const ExperimentContext& context) {
  ExperimentResult result;
  const Points points(context, result);
  const ChildRun& idle = points.at("min", "uniform", 0.02, booksim_network(2));
  const double local = idle.value("hops_local_mean");
  const double global = idle.value("hops_global_mean");
  const double sum = 1 + 1 + 2 * (local + global + 1) + 10 * local + 100 * global + 1;
  result.measurements = {
      {"dragonfly.zero_load", "N = 72, MIN, uniform, 0.02: mean latency over the sum of its parts",
       Kind::kDerived, 1.0, idle.value("latency_mean") / sum, "",
       relative(0.005, "2 % load adds a tenth of a cycle"), "sum of documented parts", ""}};
  return result;
}

}  // namespace gf::papers::isca08
