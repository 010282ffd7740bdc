// SPDX-License-Identifier: Apache-2.0
#include "papers/isca08_dragonfly/points.h"

#include <fmt/format.h>

namespace gf::papers::isca08 {

const ChildRun& Points::at(const std::string& routing, const std::string& traffic, double load,
                           const Words& more) const {
  std::string name = fmt::format("{}_{}_{}", traffic, routing, load);
  Words words = {"run", "dragonfly"};
  const auto set = [&words](const std::string& setting) {
    words.insert(words.end(), {"-p", setting});
  };
  for (const std::string& setting :
       {"traffic=" + traffic, "routing=" + routing, fmt::format("load={}", load),
        // Overloaded points never get steady: their accepted load is what is wanted.
        std::string("measurement.warmup_most=12"), std::string("measurement.drain_most=8")})
    set(setting);
  if (!context_.full) set("measurement.period=400");
  for (const std::string& setting : more) {
    set(setting);
    name += "_" + setting;
  }
  const auto known = runs_.find(name);
  if (known != runs_.end()) return known->second;
  const ChildRun& run = runs_.emplace(name, run_program(context_, name, words)).first->second;
  result_.runs.push_back(run.link(name));
  return run;
}

Series Points::curve(const std::string& name, const std::string& routing,
                     const std::string& traffic, const std::vector<double>& loads,
                     const Words& more) const {
  Series series{name, Role::kSimulated, Mark::kLinePoints, {}, {}, ""};
  for (const double load : loads) {
    const ChildRun& run = at(routing, traffic, load, patient(more));
    if (run.value("stable") == 0) break;  // what lies beyond is not stable either
    series.x.push_back(load);
    series.y.push_back(run.value("latency_mean"));
  }
  return series;
}

Words booksim_network(unsigned k) {
  return {"router_latency=2",     "local_latency=10",     "global_latency=100",
          "credit_latency=2",     "vc_buffer=256",        "measurement.samples=10",
          fmt::format("p={}", k), fmt::format("h={}", k), fmt::format("a={}", 2 * k)};
}

Words patient(Words words) {
  words.emplace_back("measurement.warmup_most=25");
  words.emplace_back("measurement.drain_most=15");
  return words;
}

Figure latency_figure(std::string id, std::string title, std::string caption,
                      std::vector<Series> series) {
  Chart chart;
  chart.x = {"offered load", "", Scale::kLinear, 0.0, {}, {}};
  chart.y = {"mean latency", "cycles", Scale::kLinear, 0.0, {}, {}};
  chart.series = std::move(series);
  return {std::move(id), std::move(title), std::move(caption), chart};
}

Measurement emergent(const std::string& id, const std::string& quantity, const Value& published,
                     double simulated, Tolerance tolerance, const std::string& unit) {
  return {id, quantity, Kind::kEmergent, published, simulated, unit, std::move(tolerance), "", ""};
}

}  // namespace gf::papers::isca08
