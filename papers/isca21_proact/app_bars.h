// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "papers/isca21_proact/proact_app_runs.h"

namespace gf::papers::isca21 {

/// Bars of one machine: one category per application, then the mean.
class AppBars {
 public:
  using Mean = double (*)(const std::vector<double>&);
  explicit AppBars(const std::string& what, const std::string& unit = "x",
                   Mean mean = geometric_mean)
      : mean_(mean) {
    chart_.x = {"application", "", Scale::kLinear, {}, {}, app_names()};
    chart_.x.categories.emplace_back("mean");
    chart_.y = {what, unit, Scale::kLinear, 0.0, {}, {}};
  }
  /// Adds a bar for each application.
  void add(const std::string& name, std::vector<double> values) {
    values.push_back(mean_(values));
    std::vector<double> x;
    for (std::size_t i = 0; i < values.size(); ++i) x.push_back(static_cast<double>(i));
    chart_.series.push_back({name, Role::kSimulated, Mark::kBars, x, std::move(values), ""});
  }
  /// Adds a row whose published number is drawn at an application, or at the mean.
  void published(const std::string& row, std::size_t app = apps().size()) {
    rows_.push_back({row, Guide::Along::kY, static_cast<double>(app)});
  }
  /// Adds a level named in the text, with its sentence.
  void says(double value, const std::string& sentence) {
    chart_.guides.push_back(
        {Guide::Along::kY, value, sentence, number_text(value), Role::kPublished});
  }
  [[nodiscard]] Figure figure(std::string id, std::string title, std::string caption) const {
    return {std::move(id), std::move(title), std::move(caption), chart_, rows_};
  }

 private:
  Chart chart_;
  std::vector<FigureRow> rows_;
  const Mean mean_;
};

}  // namespace gf::papers::isca21
