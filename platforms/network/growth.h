// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace gf::platforms::network {

/// Growth of the number of packets under way (in source queues, routers and channels) over a
/// sample, as a share of the packets that nodes generated in it. In other words: (generated load -
/// accepted load) / generated load. The generated load is counted; the load that the parameter asks
/// for may differ.
///
/// `low` and `high` are the ends of the 99 % confidence interval, from the slope of a straight line
/// through the counts. With long queues, successive counts are correlated, so n of them hold less
/// information than n independent ones. They count as n (1 - r) / (1 + r), but at least as five.
/// Here r is the correlation of successive residuals, corrected for its bias in short series.
/// Counts that vary as much as the line climbs give a wide interval: the sample is too short for a
/// verdict.
struct Growth {
  double low = 0;
  double high = 0;

  /// True if the number of packets under way grows.
  [[nodiscard]] bool grows() const { return low > 0; }
  /// True if it does not grow, and the sample is long enough to bound growth by `at_most` (a
  /// share).
  [[nodiscard]] bool steady(double at_most) const { return !grows() && high <= at_most; }
  /// "-0.12 ... 0.3 %".
  [[nodiscard]] std::string text() const;
};

/// Returns the growth in a sample. `under_way`: at least three counts of packets, at equal
/// distances from the begin of the sample to its end. `generated`: packets generated in the sample.
Growth growth_of(const std::vector<double>& under_way, double generated);

}  // namespace gf::platforms::network
