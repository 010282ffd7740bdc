// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "papers/isca21_proact/app_runs.h"

namespace gf::papers::isca21 {

/// Bars of a machine: a category an application, the mean behind them.
class AppBars {
 public:
  enum class Mean { kGeometric, kArithmetic };
  explicit AppBars(const std::string& what, const std::string& unit = "x",
                   Mean mean = Mean::kGeometric)
      : mean_(mean) {
    chart_.x = {"application", "", Scale::kLinear, {}, {}, app_names()};
    chart_.x.categories.emplace_back("mean");
    chart_.y = {what, unit, Scale::kLinear, 0.0, {}, {}};
  }
  /// A bar an application.
  void add(const std::string& name, std::vector<double> values) {
    values.push_back(mean_of(values));
    std::vector<double> x;
    for (std::size_t i = 0; i < values.size(); ++i) x.push_back(static_cast<double>(i));
    chart_.series.push_back({name, Role::kSimulated, Mark::kBars, x, std::move(values), ""});
  }
  [[nodiscard]] Figure figure(std::string id, std::string title, std::string caption) const {
    return {std::move(id), std::move(title), std::move(caption), chart_};
  }

 private:
  [[nodiscard]] double mean_of(const std::vector<double>& values) const {
    if (mean_ == Mean::kGeometric) return geometric_mean(values);
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
  }

  Chart chart_;
  const Mean mean_;
};

}  // namespace gf::papers::isca21
