// SPDX-License-Identifier: Apache-2.0
#include "papers/isca08_dragonfly/points.h"

#include <fmt/format.h>
#include <stdexcept>

namespace gf::papers::isca08 {

runs::Run Points::at(const std::string& routing, const std::string& traffic, double load,
                     const Words& more) const {
  runs::Request request;
  request.platform = "dragonfly";
  request.settings = {"traffic=" + traffic, "routing=" + routing, fmt::format("load={}", load),
                      // Overloaded points never become steady: only their accepted load is needed.
                      "measurement.warmup_most=12", "measurement.drain_most=8"};
  if (!full_) request.settings.emplace_back("measurement.period=250");
  request.settings.insert(request.settings.end(), more.begin(), more.end());
  std::string label = fmt::format("{}_{}_{}", traffic, routing, load);
  for (const std::string& setting : more) label += "_" + setting;
  return judge_.ask(std::move(request), label);
}

LoadCurve Points::curve(const std::string& name, const std::string& routing,
                        const std::string& traffic, const std::vector<double>& loads,
                        const Words& more) const {
  return curve_near_saturation(name, routing, traffic, loads, patient(more));
}

LoadCurve Points::curve_near_saturation(const std::string& name, const std::string& routing,
                                        const std::string& traffic,
                                        const std::vector<double>& loads, const Words& more) const {
  std::vector<std::pair<double, runs::Run>> points;
  for (const double load : loads) points.emplace_back(load, at(routing, traffic, load, more));
  return {name, std::move(points)};
}

Series LoadCurve::series() const {
  Series series{name_, Role::kSimulated, Mark::kLinePoints, {}, {}, ""};
  for (const auto& [load, run] : points_) {
    if (run.value("stable") == 0) break;  // later points are not stable either
    series.x.push_back(load);
    series.y.push_back(run.value("latency_mean"));
  }
  return series;
}

double LoadCurve::highest_kept() const {
  constexpr double kKept = 0.99;
  double highest = 0;
  for (const auto& [load, run] : points_) {
    // The first load with too little accepted ends the search, even if a higher one passes by
    // chance.
    if (run.value("stable") == 0 || accepted(run) < kKept * load) break;
    highest = load;
  }
  return highest;
}

double accepted(const runs::Run& run) { return run.value("accepted_load"); }

double latency(const runs::Run& run, const std::string& of) {
  if (run.value("stable") == 0)
    throw std::runtime_error(fmt::format("a latency of a run that is not stable at offered load {}",
                                         number_text(run.value("offered_load"))));
  return run.value(of.empty() ? "latency_mean" : "latency_" + of + "_mean");
}

Words booksim_network(unsigned k) {
  return {"router_latency=2", "local_latency=10", "global_latency=100", "credit_latency=2",
          "vc_buffer=256", "measurement.samples=10",
          // At the lowest loads a second sample is needed to know that queues do not grow.
          "measurement.warmup_most=30", fmt::format("p={}", k), fmt::format("h={}", k),
          fmt::format("a={}", 2 * k)};
}

Words patient(Words words) {
  words.emplace_back("measurement.warmup_most=25");
  words.emplace_back("measurement.drain_most=15");
  return words;
}

Figure latency_figure(std::string id, std::string title, std::string caption,
                      const std::vector<LoadCurve>& curves, std::vector<Guide> guides) {
  Chart chart;
  chart.guides = std::move(guides);
  chart.x = {"offered load", "", Scale::kLinear, 0.0, {}, {}};
  chart.y = {"mean latency", "cycles", Scale::kLinear, 0.0, {}, {}};
  for (const LoadCurve& curve : curves) chart.series.push_back(curve.series());
  return {std::move(id), std::move(title), std::move(caption), chart};
}

Guide load_guide(double load, std::string sentence, Role role) {
  return {Guide::Along::kX, load, std::move(sentence), {}, role};
}

}  // namespace gf::papers::isca08
