// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "papers/micro17_nvlink/node_runs.h"

namespace gf::papers::micro17 {

/// Bars of a figure over a suite: one category per workload, then the mean.
class SuiteBars {
 public:
  explicit SuiteBars(const Words& workloads, const std::string& what = "speed-up over 8 + 8 lanes",
                     const std::string& unit = "x") {
    chart_.x = {"workload", "", Scale::kLinear, {}, {}, workloads};
    chart_.x.categories.emplace_back("mean");
    chart_.y = {what, unit, Scale::kLinear, 0.0, {}, {}};
  }
  void add(const std::string& name, std::vector<double> values) {
    values.push_back(mean(values));
    std::vector<double> x;
    for (std::size_t i = 0; i < values.size(); ++i) x.push_back(static_cast<double>(i));
    chart_.series.push_back({name, Role::kSimulated, Mark::kBars, x, std::move(values), ""});
  }
  /// Adds a row whose published mean is drawn at the mean.
  void published_mean(const std::string& row) {
    rows_.push_back({row, Guide::Along::kY, static_cast<double>(chart_.x.categories.size() - 1)});
  }
  /// Adds a row whose published number is drawn at `workload`, if that is shown.
  void published(const std::string& row, const std::string& workload) {
    for (std::size_t i = 0; i < chart_.x.categories.size(); ++i)
      if (chart_.x.categories[i] == workload)
        rows_.push_back({row, Guide::Along::kY, static_cast<double>(i)});
  }
  [[nodiscard]] Figure figure(std::string id, std::string title, std::string caption) const {
    return {std::move(id), std::move(title), std::move(caption), chart_, rows_};
  }

 private:
  Chart chart_;
  std::vector<FigureRow> rows_;
};

}  // namespace gf::papers::micro17
