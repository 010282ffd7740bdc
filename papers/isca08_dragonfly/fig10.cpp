// SPDX-License-Identifier: Apache-2.0
// Fig. 10: what telling virtual channels apart does to UGAL-L.
#include "papers/isca08_dragonfly/dragonfly_experiments.h"
#include "papers/isca08_dragonfly/points.h"

namespace gf::papers::isca08 {

ExperimentResult lanes(const ExperimentContext& context) {
  ExperimentResult result;
  const Points points(context, result);
  // A queue counted by credits, as row DRAGONFLY-2 explains.
  const Words credits = {"ugal_queue=credits"};
  const double ur_g = points.accepted("ugal_g", "uniform", 0.95);
  const double ur_vc = points.accepted("ugal_l_vc", "uniform", 0.95, credits);
  const double ur_vc_h = points.accepted("ugal_l_vc_h", "uniform", 0.95, credits);
  const double wc_l = points.accepted("ugal_l", "wc", 0.5);
  const double wc_g = points.accepted("ugal_g", "wc", 0.6);
  const double wc_vc = points.accepted("ugal_l_vc", "wc", 0.6);
  const double wc_vc_h = points.accepted("ugal_l_vc_h", "wc", 0.6);
  const std::string order = "an order that the text states";
  const std::string id = "dragonfly.fig10.";
  result.measurements = {
      emergent(id + "wc.vc", "WC: UGAL-L_VC over UGAL-L, accepted", "cured", wc_vc / wc_l,
               at_least(1.2, order)),
      emergent(id + "ur.vc", "UR: UGAL-L_VC over UGAL-G, accepted", "degraded", ur_vc / ur_g,
               at_most(0.97, order)),
      emergent(id + "ur.vc_h", "UR: UGAL-L_VC_H over UGAL-L_VC, accepted", "restored",
               ur_vc_h / ur_vc, at_least(1.02, order)),
      emergent(id + "ur.distance", "UR: UGAL-L_VC_H over UGAL-G, accepted", 1.0, ur_vc_h / ur_g,
               not_gated("the figure's points are lost")),
      emergent(id + "wc.distance", "WC: UGAL-L_VC_H over UGAL-G, accepted", 1.0, wc_vc_h / wc_g,
               not_gated("the figure's points are lost")),
  };
  const auto uniform = points.loads({0.1, 0.3, 0.6}, {.1, .3, .5, .6, .7, .75, .8});
  const auto worst = points.loads({0.1, 0.2, 0.3}, {.05, .1, .2, .3, .35, .4, .45});
  const auto curves = [&](const std::string& traffic, const std::vector<double>& loads) {
    const Words more = traffic == "wc" ? Words{} : credits;
    return std::vector<Series>{points.curve("UGAL-L_VC", "ugal_l_vc", traffic, loads, more),
                               points.curve("UGAL-L_VC_H", "ugal_l_vc_h", traffic, loads, more),
                               points.curve("UGAL-G", "ugal_g", traffic, loads)};
  };
  result.figures = {
      latency_figure("fig10a", "UGAL-L's variants, uniform traffic", "ugal_queue = credits.",
                     curves("uniform", uniform)),
      latency_figure("fig10b", "UGAL-L's variants, worst-case traffic", "", curves("wc", worst))};
  return result;
}

}  // namespace gf::papers::isca08
