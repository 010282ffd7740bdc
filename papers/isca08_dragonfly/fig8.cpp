// SPDX-License-Identifier: Apache-2.0
// Fig. 8: MIN, VAL, UGAL-L and UGAL-G on uniform (a) and on worst-case traffic (b).
#include "papers/isca08_dragonfly/dragonfly_experiments.h"
#include "papers/isca08_dragonfly/points.h"
#include "papers/means.h"

namespace gf::papers::isca08 {
namespace {

/// A threshold in favour of minimal routes, as large as BookSim2's, with buffers large enough for
/// it to have an effect. UGAL-G needs both to come near the capacity on both kinds of traffic.
const Words kThreshold = {"ugal_threshold=30", "vc_buffer=32"};

/// Returns the use of the busiest channel of a type, "local" or "global", over the mean.
double imbalance(const runs::Run& run, const std::string& type) {
  const core::CsvTable channels = run.csv("channels.csv");
  std::vector<double> used;
  for (std::size_t row = 0; row < channels.rows(); ++row)
    if (channels.text(row, "type") == type) used.push_back(channels.number(row, "utilization"));
  return most(used) / mean(used);
}

/// Statements of the text about routes: their global channels, and how they share channels.
struct RouteRuns {
  explicit RouteRuns(const Points& points)
      : min(points.at("min", "wc", 0.02)),
        val(points.at("val", "wc", 0.3)),
        ugal_l(points.at("ugal_l", "wc", 0.2, patient({}))),
        ugal_g(points.at("ugal_g", "wc", 0.2, patient({}))) {}

  void judge_by(Judge& judge) const {
    // Every packet leaves its group, so a mean of one means one for each, and likewise two.
    judge.set("dragonfly.fig8.wc.min.global", min.value("hops_global_mean"));
    judge.set("dragonfly.fig8.wc.val.global", val.value("hops_global_mean"));
    judge.set("dragonfly.fig8.wc.val.balance_global", imbalance(val, "global"));
    judge.set("dragonfly.fig8.wc.val.balance_local", imbalance(val, "local"));
    judge.set("dragonfly.fig8.wc.intermediate", latency(ugal_l) / latency(ugal_g));
  }

 private:
  runs::Run min, val, ugal_l, ugal_g;
};

}  // namespace

void worst_case(Judge& judge) {
  const Points points(judge);
  const runs::Run min = points.at("min", "wc", 0.1);
  const runs::Run val = points.at("val", "wc", 0.6);
  const runs::Run ugal_g = points.at("ugal_g", "wc", 0.6);
  const runs::Run ugal_l = points.at("ugal_l", "wc", 0.5);
  const LoadCurve near_saturation =
      points.curve("UGAL-L", "ugal_l", "wc", {0.16, 0.18, 0.2, 0.22, 0.24, 0.26});
  const runs::Run threshold = points.at("ugal_g", "wc", 0.6, kThreshold);
  const RouteRuns routes(points);
  const std::vector<double> loads = {0.02, 0.1, 0.2, 0.3, 0.4};
  // UGAL-L is not steady at 0.3, where its curve ends; running 0.4 would only waste time.
  const std::vector<LoadCurve> curves = {
      points.curve("MIN", "min", "wc", {0.01, 0.02, 0.028}),
      points.curve("VAL", "val", "wc", loads),
      points.curve("UGAL-L", "ugal_l", "wc", {0.02, 0.1, 0.2, 0.3}),
      points.curve("UGAL-G", "ugal_g", "wc", loads)};
  judge.set("dragonfly.fig8.wc.min", accepted(min));
  judge.set("dragonfly.fig8.wc.min.poor", accepted(min) / accepted(val));
  judge.set("dragonfly.fig8.wc.val", accepted(val));
  judge.set("dragonfly.fig8.wc.ugal_g", accepted(ugal_g));
  judge.set("dragonfly.fig8.wc.ugal_g_threshold", accepted(threshold));
  judge.set("dragonfly.fig8.wc.ugal_l", near_saturation.highest_kept());
  judge.set("dragonfly.fig8.wc.ugal_l.offered", accepted(ugal_l));
  judge.set("dragonfly.fig8.wc.order", accepted(ugal_g) / accepted(ugal_l));
  routes.judge_by(judge);
  judge.draw(latency_figure(
      "fig8b", "Latency against offered load, worst-case traffic",
      "Curves end where no steady state is reached.", curves,
      {load_guide(1.0 / 32, "1/32: MIN's bound (own arithmetic)", Role::kAnalytic),
       load_guide(0.2, "0.2: just prior to the saturation of UGAL-L"),
       load_guide(0.4844, "0.4844: VAL's bound (own arithmetic)", Role::kAnalytic)}));
}

void uniform(Judge& judge) {
  const Points points(judge);
  const std::vector<double> loads = {0.2, 0.5, 0.8};
  const runs::Run min = points.at("min", "uniform", 0.95);
  const runs::Run val = points.at("val", "uniform", 0.95);
  const runs::Run ugal_g = points.at("ugal_g", "uniform", 0.95);
  const LoadCurve near_saturation =
      points.curve_near_saturation("UGAL-G", "ugal_g", "uniform", {0.79, 0.81, 0.83, 0.85});
  const runs::Run threshold = points.at("ugal_g", "uniform", 0.95, kThreshold);
  const std::vector<LoadCurve> curves = {points.curve("MIN", "min", "uniform", loads),
                                         points.curve("VAL", "val", "uniform", {0.2, 0.4}),
                                         points.curve("UGAL-L", "ugal_l", "uniform", loads),
                                         points.curve("UGAL-G", "ugal_g", "uniform", loads)};
  judge.set("dragonfly.fig8.ur.min", accepted(min));
  judge.set("dragonfly.fig8.ur.val", accepted(val));
  judge.set("dragonfly.fig8.ur.ugal_g", near_saturation.highest_kept());
  judge.set("dragonfly.fig8.ur.ugal_g.offered", accepted(ugal_g));
  judge.set("dragonfly.fig8.ur.ugal_g_threshold", accepted(threshold));
  judge.set("dragonfly.fig8.ur.order", accepted(ugal_g) / accepted(val));
  judge.draw(
      latency_figure("fig8a", "Latency against offered load, uniform traffic",
                     "Curves end where no steady state is reached.", curves,
                     {load_guide(0.5, "0.5: VAL's bound (own arithmetic)", Role::kAnalytic)}));
}

}  // namespace gf::papers::isca08
