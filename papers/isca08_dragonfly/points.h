// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "papers/child_run.h"

namespace gf::papers::isca08 {

using Words = std::vector<std::string>;

/// Parameters that wait longer for a steady state.
Words patient(Words words);

/// BookSim2's `dragonflynew` with p = h = k, a = 2 k: 2 cycles a router, 10 and 100 cycles a
/// channel, buffers of 256 flits; measured over twice the default sample.
Words booksim_network(unsigned k);

/// Points of latency-load curves: each a run of the platform `dragonfly`, by default with seed
/// 003's evaluation (p = h = 4, a = 8: N = 1056) and its own measurement, shorter without --full.
class Points {
 public:
  Points(const ExperimentContext& context, ExperimentResult& result)
      : context_(context), result_(result) {}

  /// `more`: parameters as "name=value". A point that was run is not run again.
  const ChildRun& at(const std::string& routing, const std::string& traffic, double load,
                     const Words& more = {}) const;
  /// Accepted load at that offered one.
  [[nodiscard]] double accepted(const std::string& routing, const std::string& traffic, double load,
                                const Words& more = {}) const {
    return at(routing, traffic, load, more).value("accepted_load");
  }
  /// Mean latency against offered load, stable points alone.
  [[nodiscard]] Series curve(const std::string& name, const std::string& routing,
                             const std::string& traffic, const std::vector<double>& loads,
                             const Words& more = {}) const;
  /// Of the two, by --full.
  [[nodiscard]] std::vector<double> loads(std::vector<double> quick,
                                          std::vector<double> full) const {
    return context_.full ? std::move(full) : std::move(quick);
  }

 private:
  const ExperimentContext& context_;
  ExperimentResult& result_;
  mutable std::map<std::string, ChildRun> runs_;  ///< By name.
};

/// A figure of curves that Points::curve() made.
Figure latency_figure(std::string id, std::string title, std::string caption,
                      std::vector<Series> series);

/// A row of an experiment whose numbers emerge, without unit.
Measurement emergent(const std::string& id, const std::string& quantity, const Value& published,
                     double simulated, Tolerance tolerance, const std::string& unit = "");

}  // namespace gf::papers::isca08
