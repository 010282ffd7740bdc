// SPDX-License-Identifier: Apache-2.0
// Fig. 10: effect of distinguishing virtual channels on UGAL-L.
#include "papers/isca08_dragonfly/dragonfly_experiments.h"
#include "papers/isca08_dragonfly/points.h"

namespace gf::papers::isca08 {
namespace {

std::vector<LoadCurve> curves(const Points& points, const std::string& traffic,
                              const std::vector<double>& loads, const Words& more) {
  return {points.curve("UGAL-L_VC", "ugal_l_vc", traffic, loads, more),
          points.curve("UGAL-L_VC_H", "ugal_l_vc_h", traffic, loads, more),
          points.curve("UGAL-G", "ugal_g", traffic, loads)};
}

}  // namespace

void lanes(Judge& judge) {
  const Points points(judge);
  // Queues are counted by credits, as row DRAGONFLY-2 explains.
  const Words credits = {"ugal_queue=credits"};
  const runs::Run ur_g = points.at("ugal_g", "uniform", 0.95);
  const runs::Run ur_vc = points.at("ugal_l_vc", "uniform", 0.95, credits);
  const runs::Run ur_vc_h = points.at("ugal_l_vc_h", "uniform", 0.95, credits);
  const runs::Run wc_l = points.at("ugal_l", "wc", 0.5);
  const runs::Run wc_g = points.at("ugal_g", "wc", 0.6);
  const runs::Run wc_vc = points.at("ugal_l_vc", "wc", 0.6);
  const runs::Run wc_vc_h = points.at("ugal_l_vc_h", "wc", 0.6);
  const std::vector<LoadCurve> uniform = curves(points, "uniform", {0.1, 0.3, 0.6}, credits);
  const std::vector<LoadCurve> worst = curves(points, "wc", {0.1, 0.2, 0.3}, {});
  judge.set("dragonfly.fig10.wc.vc", accepted(wc_vc) / accepted(wc_l));
  judge.set("dragonfly.fig10.ur.vc", accepted(ur_vc) / accepted(ur_g));
  judge.set("dragonfly.fig10.ur.vc_h", accepted(ur_vc_h) / accepted(ur_vc));
  judge.set("dragonfly.fig10.ur.distance", accepted(ur_vc_h) / accepted(ur_g));
  judge.set("dragonfly.fig10.wc.distance", accepted(wc_vc_h) / accepted(wc_g));
  judge.draw(latency_figure("fig10a", "UGAL-L's variants, uniform traffic", "ugal_queue = credits.",
                            uniform));
  judge.draw(latency_figure("fig10b", "UGAL-L's variants, worst-case traffic", "", worst,
                            {load_guide(0.2, "0.2: just prior to the saturation of UGAL-L")}));
}

}  // namespace gf::papers::isca08
