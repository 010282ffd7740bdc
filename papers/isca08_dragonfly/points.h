// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "papers/judge.h"

namespace gf::papers::isca08 {

using runs::Words;

/// Adds parameters that wait longer for a steady state.
Words patient(Words words);

/// Parameters of BookSim2's `dragonflynew` with p = h = k, a = 2 k: 2 cycles per router, 10 and 100
/// cycles per channel, buffers of 256 flits; measured over twice the default sample.
Words booksim_network(unsigned k);

/// A requested latency-load curve.
class LoadCurve {
 public:
  LoadCurve(std::string name, std::vector<std::pair<double, runs::Run>> points)
      : name_(std::move(name)), points_(std::move(points)) {}
  /// Returns mean latency against offered load, up to the last stable point.
  [[nodiscard]] Series series() const;
  /// Returns the saturation load: the highest load with at least 99 % accepted, below the first
  /// load with less. 0 if that is the first load.
  [[nodiscard]] double highest_kept() const;

 private:
  std::string name_;
  std::vector<std::pair<double, runs::Run>> points_;
};

/// Requests points of latency-load curves, each a run of the platform `dragonfly`. By default it
/// has the evaluation of [DF08] (p = h = 4, a = 8: N = 1056). In the full set it is measured with
/// the platform's defaults, in the quick set for a shorter time.
class Points {
 public:
  explicit Points(Judge& judge, bool full = false) : judge_(judge), full_(full) {}

  /// Requests one point. `more`: parameters as "name=value".
  [[nodiscard]] runs::Run at(const std::string& routing, const std::string& traffic, double load,
                             const Words& more = {}) const;
  [[nodiscard]] LoadCurve curve(const std::string& name, const std::string& routing,
                                const std::string& traffic, const std::vector<double>& loads,
                                const Words& more = {}) const;
  /// Like curve(), for loads near saturation. The last of them never become steady, so it waits no
  /// longer than at() for a steady state.
  [[nodiscard]] LoadCurve curve_near_saturation(const std::string& name, const std::string& routing,
                                                const std::string& traffic,
                                                const std::vector<double>& loads,
                                                const Words& more = {}) const;

 private:
  Judge& judge_;
  const bool full_;
};

/// Returns the accepted load of a point.
double accepted(const runs::Run& run);
/// Returns a mean latency of a point in cycles: `of` all packets, or of the "minimal" or
/// "nonminimal" ones. Throws std::runtime_error if no steady state was reached: there is no such
/// latency then.
double latency(const runs::Run& run, const std::string& of = "");

/// Returns a figure of latencies against load.
Figure latency_figure(std::string id, std::string title, std::string caption,
                      const std::vector<LoadCurve>& curves, std::vector<Guide> guides = {});
/// Returns a vertical line at a load: published in the text, or calculated for kAnalytic.
Guide load_guide(double load, std::string sentence, Role role = Role::kPublished);

}  // namespace gf::papers::isca08
