// SPDX-License-Identifier: Apache-2.0
// Fig. 8 on the largest dragonfly in the paper (Fig. 4: radix 63, p = h = 16, a = 32), 262,656
// terminals.
#include "papers/isca08_dragonfly/dragonfly_experiments.h"
#include "papers/isca08_dragonfly/points.h"

namespace gf::papers::isca08 {
namespace {

/// Settings of N = 1056 except for the size. At the same load 200 cycles have as many packets as
/// 50,000 there.
const Words kLargest = {"p=16", "h=16", "a=32", "measurement.period=200"};

struct Loads {
  const char* name;
  const char* routing;
  std::vector<double> loads;
};

std::vector<LoadCurve> curves_of(const Points& points, const std::string& traffic,
                                 const std::vector<Loads>& all) {
  std::vector<LoadCurve> curves;
  for (const Loads& one : all)
    curves.push_back(points.curve(one.name, one.routing, traffic, one.loads, kLargest));
  return curves;
}

}  // namespace

void largest(Judge& judge) {
  const Points points(judge, true);
  const runs::Run min_wc = points.at("min", "wc", 0.01, kLargest);
  // These are points of the curves below.
  const Words patiently = patient(kLargest);
  const runs::Run min = points.at("min", "uniform", 0.1, patiently);
  const runs::Run adaptive = points.at("ugal_l_vc_h", "uniform", 0.1, patiently);
  const runs::Run adaptive_wc = points.at("ugal_l_vc_h", "wc", 0.1, patiently);
  const std::vector<LoadCurve> uniform =
      curves_of(points, "uniform",
                {{"MIN", "min", {0.1, 0.3, 0.6}},
                 {"VAL", "val", {0.1, 0.3}},
                 {"UGAL-L_VC_H", "ugal_l_vc_h", {0.1, 0.3, 0.6}}});
  const std::vector<LoadCurve> worst =
      curves_of(points, "wc",
                {{"MIN", "min", {0.0005, 0.001, 0.0015}},
                 {"VAL", "val", {0.1, 0.3}},
                 {"UGAL-L_VC_H", "ugal_l_vc_h", {0.02, 0.05, 0.1}}});
  judge.set("dragonfly.full.largest.wc.min", accepted(min_wc));
  judge.set("dragonfly.full.largest.wc.ugal", accepted(adaptive_wc));
  judge.set("dragonfly.full.largest.ur.min", accepted(min));
  judge.set("dragonfly.full.largest.ur.ugal", accepted(adaptive));
  judge.draw(latency_figure(
      "fig8a_largest", "Latency against offered load, uniform traffic, 262,656 terminals",
      "Curves end where no steady state is reached.", uniform,
      {load_guide(0.5, "0.5: VAL's bound (own arithmetic)", Role::kAnalytic)}));
  judge.draw(latency_figure(
      "fig8b_largest", "Latency against offered load, worst-case traffic, 262,656 terminals",
      "Curves end where no steady state is reached.", worst,
      {load_guide(1.0 / 512, "1/512: MIN's bound (own arithmetic)", Role::kAnalytic)}));
}

}  // namespace gf::papers::isca08
