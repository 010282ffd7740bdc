// SPDX-License-Identifier: Apache-2.0
// BookSim2's latencies beside ours: the same network, channels, buffers and traffic. Its figures:
// booksim/booksim2 commit 28f43299, `dragonflynew`, single-flit packets, measured 2026.
#include <cmath>
#include <fmt/format.h>

#include "papers/isca08_dragonfly/dragonfly_experiments.h"
#include "papers/isca08_dragonfly/points.h"

namespace gf::papers::isca08 {
namespace {

struct BookSimPoint {
  unsigned k;           ///< p = h = k, a = 2 k.
  const char* routing;  ///< "min"; "ugal": its UGAL, one rule of fixed weights.
  const char* traffic;
  double load;
  double latency;  ///< Cycles.
};

/// Below 70 % of saturation. UGAL on the worst case is left out: its transients outlast a run.
constexpr BookSimPoint kQuick[] = {
    {2, "min", "uniform", 0.02, 112.741}, {2, "min", "uniform", 0.5, 114.19},
    {2, "min", "wc", 0.08, 125.879},      {2, "ugal", "uniform", 0.1, 112.699},
    {2, "ugal", "uniform", 0.3, 132.087}, {2, "ugal", "uniform", 0.5, 134.571},
    {4, "min", "uniform", 0.1, 124.795},  {4, "ugal", "uniform", 0.2, 132.828},
};
constexpr BookSimPoint kFull[] = {
    {2, "min", "uniform", 0.1, 112.64},   {2, "min", "uniform", 0.2, 113.037},
    {2, "min", "uniform", 0.3, 113.147},  {2, "min", "uniform", 0.4, 113.724},
    {2, "min", "wc", 0.02, 125.061},      {2, "ugal", "uniform", 0.02, 113.211},
    {2, "ugal", "uniform", 0.2, 121.019}, {2, "ugal", "uniform", 0.4, 133.439},
    {4, "min", "uniform", 0.02, 124.565}, {4, "min", "uniform", 0.3, 125.447},
    {4, "min", "uniform", 0.5, 127.05},   {4, "min", "wc", 0.01, 128.244},
    {4, "min", "wc", 0.02, 128.866},      {4, "ugal", "uniform", 0.1, 124.798},
    {4, "ugal", "uniform", 0.3, 139.079}, {4, "ugal", "uniform", 0.5, 141.614},
};

Words settings(const BookSimPoint& point) {
  Words words = booksim_network(point.k);
  if (std::string(point.routing) == "ugal") {
    for (const char* word : {"ugal_queue=credits", "ugal_rule=booksim", "ugal_threshold=30"})
      words.emplace_back(word);
  }
  return words;
}

/// BookSim2's latency at the lowest load that it was run at with MIN: what load adds is the rest.
double idle_latency(const BookSimPoint& point) {
  const bool worst = std::string(point.traffic) == "wc";
  if (point.k == 2) return worst ? 125.061 : 112.64;
  return worst ? 128.244 : 124.565;
}

}  // namespace

ExperimentResult booksim(const ExperimentContext& context) {
  ExperimentResult result;
  const Points points(context, result);
  std::vector<BookSimPoint> all(std::begin(kQuick), std::end(kQuick));
  if (context.full) all.insert(all.end(), std::begin(kFull), std::end(kFull));
  for (const BookSimPoint& point : all) {
    const bool ugal = std::string(point.routing) == "ugal";
    const ChildRun& run =
        points.at(ugal ? "ugal_l" : "min", point.traffic, point.load, settings(point));
    const std::string id = fmt::format("dragonfly.booksim.{}.{}.{}.{}", point.k, point.routing,
                                       point.traffic, point.load);
    // What load adds to the latency without load, within 10 % or a cycle.
    const double bound = std::max(1.0, 0.1 * (point.latency - idle_latency(point)));
    Measurement row = emergent(id,
                               fmt::format("N = {}, {} {}, {}", point.k == 2 ? 72 : 1056,
                                           ugal ? "UGAL" : "MIN", point.traffic, point.load),
                               point.latency, run.value("latency_mean"),
                               absolute(bound, "10 % of what load adds, or a cycle"), "cycles");
    row.source = "BookSim2";
    if (!ugal && point.load <= 0.02) row.kind = Kind::kCalibrated;  // router_latency was set to it
    if (ugal && point.k == 4 && point.load == 0.5)
      row.tolerance = not_gated("12 % of what load adds are missing: row DRAGONFLY-6");
    result.measurements.push_back(row);
  }
  return result;
}

}  // namespace gf::papers::isca08
