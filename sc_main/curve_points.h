// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "sc_main/curve_options.h"

namespace gf::app {

/// Results of one load.
struct CurvePoint {
  double load = 0;
  std::map<std::string, double> results;
  /// 0 for a result that the platform does not have.
  [[nodiscard]] double value(const std::string& name) const;
  [[nodiscard]] bool stable() const { return value("stable") != 0; }
};

/// Runs points in processes of their own, up to `jobs` at a time.
class CurveRunner {
 public:
  CurveRunner(const CurveOptions& options, std::function<bool()> interrupted,
              std::function<void(std::size_t done, std::size_t all)> progress)
      : options_(options), interrupted_(std::move(interrupted)), progress_(std::move(progress)) {}

  /// In the order of the loads; fewer when interrupted. Throws UserError with a child's message
  /// when it ends with another code than 0 or 3 (no steady state).
  std::vector<CurvePoint> run(const std::vector<double>& loads);

 private:
  const CurveOptions& options_;
  const std::function<bool()> interrupted_;
  const std::function<void(std::size_t, std::size_t)> progress_;
};

}  // namespace gf::app
