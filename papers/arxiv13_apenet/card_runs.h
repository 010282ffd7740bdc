// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "papers/child_run.h"

namespace gf::papers::apenet13 {

using Words = std::vector<std::string>;

/// A column of an OSU table by message size.
struct Curve {
  std::vector<double> sizes;   ///< B
  std::vector<double> values;  ///< MB/s, us
  [[nodiscard]] double at(double size) const;
  [[nodiscard]] double highest() const;
};

/// Runs of apenet_node and apenet_cluster. A run that was made is not made again.
class CardRuns {
 public:
  CardRuns(const ExperimentContext& context, ExperimentResult& result)
      : context_(context), result_(result) {}

  /// `settings`: parameters as "name=value". `options`: other arguments of `gpufabric run`.
  const ChildRun& run(const std::string& platform, const Words& settings,
                      const Words& options = {}) const;
  /// Second column of that run's osu.csv.
  [[nodiscard]] Curve curve(const std::string& platform, const Words& settings) const;

 private:
  const ExperimentContext& context_;
  ExperimentResult& result_;
  mutable std::map<std::string, ChildRun> runs_;  ///< By what tells them apart.
};

/// `settings` and `more`.
Words with(Words settings, const Words& more);
/// Parameters for a single size.
Words one_size(const std::string& size);

/// A chart of curves by message size.
Chart size_chart(const std::string& quantity, const std::string& unit, Scale scale);
void add_curve(Chart& chart, const std::string& name, const Curve& curve,
               Role role = Role::kSimulated);

/// A row of the table.
Measurement row(const std::string& id, const std::string& what, Kind kind, Value published,
                double simulated, const std::string& unit, Tolerance tolerance);

}  // namespace gf::papers::apenet13
