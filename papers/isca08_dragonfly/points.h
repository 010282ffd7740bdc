// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "papers/judge.h"

namespace gf::papers::isca08 {

using runs::Words;

/// Parameters that wait longer for a steady state.
Words patient(Words words);

/// BookSim2's `dragonflynew` with p = h = k, a = 2 k: 2 cycles a router, 10 and 100 cycles a
/// channel, buffers of 256 flits; measured over twice the default sample.
Words booksim_network(unsigned k);

/// A latency-load curve that was asked for.
class Curve {
 public:
  Curve(std::string name, std::vector<std::pair<double, runs::Run>> points)
      : name_(std::move(name)), points_(std::move(points)) {}
  /// Mean latency against offered load, up to the last point that is stable.
  [[nodiscard]] Series series() const;
  /// Where the network saturates: the highest load of which at least 99 % is accepted, before the
  /// first of which less is; 0 when that is the first.
  [[nodiscard]] double highest_kept() const;

 private:
  std::string name_;
  std::vector<std::pair<double, runs::Run>> points_;
};

/// Points of latency-load curves: each a run of the platform `dragonfly`, by default with [DF08]'s
/// evaluation (p = h = 4, a = 8: N = 1056) and, as the full set, its own measurement; shorter as
/// the quick one.
class Points {
 public:
  explicit Points(Judge& judge, bool full = false) : judge_(judge), full_(full) {}

  /// `more`: parameters as "name=value".
  [[nodiscard]] runs::Run at(const std::string& routing, const std::string& traffic, double load,
                             const Words& more = {}) const;
  [[nodiscard]] Curve curve(const std::string& name, const std::string& routing,
                            const std::string& traffic, const std::vector<double>& loads,
                            const Words& more = {}) const;
  /// The same for loads near saturation, of which the last are not steady however long one waits:
  /// with the patience of at().
  [[nodiscard]] Curve climb(const std::string& name, const std::string& routing,
                            const std::string& traffic, const std::vector<double>& loads,
                            const Words& more = {}) const;

 private:
  Judge& judge_;
  const bool full_;
};

/// Accepted load of a point.
double accepted(const runs::Run& run);
/// A mean latency of a point in cycles: `of` all packets, or of the "minimal" or "nonminimal" ones.
/// Throws std::runtime_error where no steady state was reached: it has none.
double latency(const runs::Run& run, const std::string& of = "");

/// A figure of latencies against load.
Figure latency_figure(std::string id, std::string title, std::string caption,
                      const std::vector<Curve>& curves, std::vector<Guide> guides = {});
/// A load that the text names, or with kAnalytic arithmetic: a vertical line.
Guide load_guide(double load, std::string sentence, Role role = Role::kPublished);

}  // namespace gf::papers::isca08
