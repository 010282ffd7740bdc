// SPDX-License-Identifier: Apache-2.0
// The lowest point of MIN's curve on uniform traffic: beside the sum of the documented parts, and
// beside BookSim2's value for the same network.
#include "platforms/experiments/child_run.h"
#include "platforms/experiments/dragonfly/dragonfly_experiments.h"

namespace gf::platforms::isca08 {
namespace {

/// BookSim2's router and channels: 2 cycles a router, 10 and 100 cycles a channel, buffers of 256.
ChildRun booksim_point(const ExperimentContext& context, const std::string& name,
                       const std::string& load) {
  return run_program(context, name, {"run", "dragonfly",
                                     "-p",  "p=2",
                                     "-p",  "a=4",
                                     "-p",  "h=2",
                                     "-p",  "load=" + load,
                                     "-p",  "router_latency=2",
                                     "-p",  "local_latency=10",
                                     "-p",  "global_latency=100",
                                     "-p",  "credit_latency=2",
                                     "-p",  "vc_buffer=256",
                                     "-p",  "measurement.samples=20"});
}

}  // namespace

ExperimentResult zero_load(const ExperimentContext& context) {
  const ChildRun idle = booksim_point(context, "n72_002", "0.02");
  const ChildRun half = booksim_point(context, "n72_05", "0.5");
  const double local = idle.value("hops_local_mean");
  const double global = idle.value("hops_global_mean");
  const double sum = 1 + 1 + 2 * (local + global + 1) + 10 * local + 100 * global + 1;
  const std::string booksim = "BookSim2 28f43299, dragonflynew, N = 72, MIN, uniform";
  ExperimentResult result;
  result.measurements = {
      {"dragonfly.zero_load", "N = 72, MIN, uniform, 0.02: mean latency over the sum of its parts",
       Kind::kDerived, 1.0, idle.value("latency_mean") / sum, "",
       relative(0.005, "2 % load adds a tenth of a cycle"), "sum of documented parts", ""},
      {"dragonfly.zero_load.booksim_002", "mean latency at 0.02", Kind::kCalibrated, 112.741,
       idle.value("latency_mean"), "cycles", absolute(1.0, "router_latency was set to it"), booksim,
       ""},
      {"dragonfly.zero_load.booksim_05", "mean latency at 0.5", Kind::kEmergent, 114.19,
       half.value("latency_mean"), "cycles", absolute(1.0, "one cycle"), booksim, ""},
  };
  result.runs = {idle.link("load 0.02"), half.link("load 0.5")};
  return result;
}

}  // namespace gf::platforms::isca08
