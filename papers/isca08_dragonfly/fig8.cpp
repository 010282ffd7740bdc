// SPDX-License-Identifier: Apache-2.0
// Fig. 8: MIN, VAL, UGAL-L and UGAL-G on uniform (a) and on worst-case traffic (b).
#include "papers/isca08_dragonfly/dragonfly_experiments.h"
#include "papers/isca08_dragonfly/points.h"

namespace gf::papers::isca08 {
namespace {

/// A threshold in favour of the minimal way, as large as BookSim2's, and the buffers that it needs
/// to be of use: what it takes for UGAL-G to come near the capacity on both traffics.
const Words kThreshold = {"ugal_threshold=30", "vc_buffer=32"};

}  // namespace

ExperimentResult worst_case(const ExperimentContext& context) {
  ExperimentResult result;
  const Points points(context, result);
  const double min = points.accepted("min", "wc", 0.1);
  const double val = points.accepted("val", "wc", 0.6);
  const double ugal_g = points.accepted("ugal_g", "wc", 0.6);
  const double ugal_l = points.accepted("ugal_l", "wc", 0.5);
  const auto loads =
      points.loads({0.02, 0.1, 0.2, 0.3, 0.4}, {.02, .05, .1, .15, .2, .25, .3, .35, .4, .45});
  const std::string id = "dragonfly.fig8.wc.";
  result.measurements = {
      emergent(id + "min", "MIN: accepted load, 0.1 offered", 1. / 32, min,
               relative(0.03, "a h channels carry what one does")),
      emergent(id + "val", "VAL: accepted load, 0.6 offered", "about half", val,
               in_range(0.42, 0.485, "0.4844 is the bound of its global channels")),
      emergent(id + "ugal_g", "UGAL-G: accepted load, 0.6 offered", "near VAL's ideal", ugal_g,
               in_range(0.42, 0.52, "VAL's bound and one minimal channel")),
      emergent(id + "ugal_g_threshold", "UGAL-G: same, threshold 30, buffers of 32 flits",
               "near VAL's ideal", points.accepted("ugal_g", "wc", 0.6, kThreshold),
               in_range(0.42, 0.52, "with what cures uniform traffic (fig8.ur)")),
      emergent(id + "ugal_l", "UGAL-L: accepted load, 0.5 offered", 0.2, ugal_l,
               not_gated("row DRAGONFLY-1")),
      emergent(id + "order", "UGAL-G over UGAL-L", "far above", ugal_g / ugal_l,
               at_least(1.2, "an order that the text states")),
  };
  result.figures = {latency_figure(
      "fig8b", "Latency against offered load, worst-case traffic",
      "Curves end where no steady state is reached.",
      {points.curve("MIN", "min", "wc", {0.01, 0.02, 0.028}),
       points.curve("VAL", "val", "wc", loads), points.curve("UGAL-L", "ugal_l", "wc", loads),
       points.curve("UGAL-G", "ugal_g", "wc", loads)})};
  return result;
}

ExperimentResult uniform(const ExperimentContext& context) {
  ExperimentResult result;
  const Points points(context, result);
  const auto loads = points.loads({0.2, 0.5, 0.8}, {.1, .2, .3, .4, .5, .6, .7, .75, .8, .85});
  const double min = points.accepted("min", "uniform", 0.95);
  const double val = points.accepted("val", "uniform", 0.95);
  const double ugal_g = points.accepted("ugal_g", "uniform", 0.95);
  const std::string id = "dragonfly.fig8.ur.";
  result.measurements = {
      emergent(id + "min", "MIN: accepted load, 0.95 offered, speed-up 2", "near capacity", min,
               at_least(0.85, "input buffers of 16 flits, speed-up 2")),
      emergent(id + "val", "VAL: accepted load, 0.95 offered", "about half", val,
               in_range(0.42, 0.52, "every packet crosses two global channels")),
      emergent(id + "ugal_g", "UGAL-G: accepted load, 0.95 offered", "near capacity", ugal_g,
               not_gated("below the 0.85 aimed for: row DRAGONFLY-3")),
      emergent(id + "ugal_g_threshold", "UGAL-G: same, threshold 30, buffers of 32 flits",
               "near capacity", points.accepted("ugal_g", "uniform", 0.95, kThreshold),
               at_least(0.85, "as MIN, speed-up 2")),
      emergent(id + "order", "UGAL-G over VAL", "far above", ugal_g / val,
               at_least(1.5, "an order that the text states")),
  };
  result.figures = {latency_figure(
      "fig8a", "Latency against offered load, uniform traffic",
      "Curves end where no steady state is reached.",
      {points.curve("MIN", "min", "uniform", loads),
       points.curve("VAL", "val", "uniform", points.loads({0.2, 0.4}, {.1, .2, .3, .4, .45})),
       points.curve("UGAL-L", "ugal_l", "uniform", loads),
       points.curve("UGAL-G", "ugal_g", "uniform", loads)})};
  return result;
}

}  // namespace gf::papers::isca08
