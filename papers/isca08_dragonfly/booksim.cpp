// SPDX-License-Identifier: Apache-2.0
// BookSim2's latencies compared with ours: the same network, channels, buffers and traffic. Its
// values: booksim/booksim2 commit 28f43299, `dragonflynew`, single-flit packets, measured 2026.
#include <fmt/format.h>

#include "papers/isca08_dragonfly/dragonfly_experiments.h"
#include "papers/isca08_dragonfly/points.h"

namespace gf::papers::isca08 {
namespace {

/// Loads below 70 % of saturation. UGAL on the worst case is left out: its transients outlast a
/// run.
struct BookSimPoint {
  unsigned k;           ///< p = h = k, a = 2 k.
  const char* routing;  ///< "min"; "ugal": its UGAL, one rule of fixed weights.
  const char* traffic;
  double load;
};

constexpr BookSimPoint kQuick[] = {
    {2, "min", "uniform", 0.02}, {2, "min", "uniform", 0.5},  {2, "min", "wc", 0.08},
    {2, "ugal", "uniform", 0.1}, {2, "ugal", "uniform", 0.3}, {2, "ugal", "uniform", 0.5},
    {4, "min", "uniform", 0.1},  {4, "ugal", "uniform", 0.2},
};
constexpr BookSimPoint kFull[] = {
    {2, "min", "uniform", 0.1},  {2, "min", "uniform", 0.2},  {2, "min", "uniform", 0.3},
    {2, "min", "uniform", 0.4},  {2, "min", "wc", 0.02},      {2, "ugal", "uniform", 0.02},
    {2, "ugal", "uniform", 0.2}, {2, "ugal", "uniform", 0.4}, {4, "min", "uniform", 0.02},
    {4, "min", "uniform", 0.3},  {4, "min", "uniform", 0.5},  {4, "min", "wc", 0.01},
    {4, "min", "wc", 0.02},      {4, "ugal", "uniform", 0.1}, {4, "ugal", "uniform", 0.3},
    {4, "ugal", "uniform", 0.5},
};

Words settings(const BookSimPoint& point) {
  Words words = booksim_network(point.k);
  if (std::string(point.routing) == "ugal") {
    for (const char* word : {"ugal_queue=credits", "ugal_rule=booksim", "ugal_threshold=30"})
      words.emplace_back(word);
  }
  return words;
}

template <std::size_t N>
void judge_points(const BookSimPoint (&points)[N], const std::string& id, Judge& judge, bool full) {
  const Points network(judge, full);
  std::vector<runs::Run> asked;
  for (const BookSimPoint& point : points) {
    const bool ugal = std::string(point.routing) == "ugal";
    asked.push_back(
        network.at(ugal ? "ugal_l" : "min", point.traffic, point.load, settings(point)));
  }
  for (std::size_t i = 0; i < N; ++i)
    judge.set(fmt::format("{}.{}.{}.{}.{}", id, points[i].k, points[i].routing, points[i].traffic,
                          points[i].load),
              latency(asked[i]));
}

}  // namespace

void booksim(Judge& judge) { judge_points(kQuick, "dragonfly.booksim", judge, false); }
void booksim_full(Judge& judge) { judge_points(kFull, "dragonfly.full.booksim", judge, true); }

}  // namespace gf::papers::isca08
