// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "papers/micro17_nvlink/node_runs.h"

namespace gf::papers::micro17 {

inline Measurement row(const std::string& id, const std::string& what, const Value& published,
                       double simulated, Tolerance tolerance, const std::string& unit = "x") {
  return {id, what, Kind::kEmergent, published, simulated, unit, std::move(tolerance), "", ""};
}

/// Settings of the policy `paper`.
inline Words paper(const std::string& sample, const std::string& turn) {
  return {"policy=paper", "sample_time=" + sample, "switch_time=" + turn};
}

/// Bars of a figure over a suite, a category a workload and the mean behind them.
class Bars {
 public:
  explicit Bars(const Words& workloads, const std::string& what = "speed-up over 8 + 8 lanes",
                const std::string& unit = "x") {
    chart_.x = {"workload", "", Scale::kLinear, {}, {}, workloads};
    chart_.x.categories.emplace_back("mean");
    chart_.y = {what, unit, Scale::kLinear, 0.0, {}, {}};
  }
  void add(const std::string& name, std::vector<double> values) {
    values.push_back(mean(values));
    std::vector<double> x;
    for (std::size_t i = 0; i < values.size(); ++i) x.push_back(static_cast<double>(i));
    chart_.series.push_back({name, Role::kSimulated, Mark::kBars, x, values, ""});
  }
  [[nodiscard]] Figure figure(std::string id, std::string title, std::string caption) const {
    return {std::move(id), std::move(title), std::move(caption), chart_};
  }

 private:
  Chart chart_;
};

/// Speed-ups of all workloads for each of `values`, also added to `bars`.
template <class Settings>
std::map<std::string, std::vector<double>> bars_by(const NodeRuns& runs, const Words& workloads,
                                                   const Words& values, Bars& bars,
                                                   const Settings& settings) {
  std::map<std::string, std::vector<double>> speedups;
  for (const std::string& value : values) {
    speedups[value] = runs.speedups(workloads, settings(value));
    bars.add(value, speedups[value]);
  }
  return speedups;
}

}  // namespace gf::papers::micro17
