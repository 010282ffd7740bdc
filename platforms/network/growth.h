// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace gf::platforms::network {

/// How the number of packets under way (in source queues, routers and channels) changes over a
/// sample, as a share of the packets that nodes generated in it. That is the load that was
/// generated less the load that was accepted, over the generated one: what nodes really generated,
/// not what the parameter asked for.
///
/// `low` and `high` are the ends of the 99 % confidence interval of the slope of a straight line
/// through the counts. Neighbouring counts are alike where queues are long, so n of them tell less
/// than n independent ones: they count as n (1 - r) / (1 + r), with r the correlation of residuals
/// of neighbours, corrected for its bias in short series, and as five at least. Counts that wander
/// as far as the line climbs then give a wide interval, which means: the sample is too short to
/// tell.
struct Growth {
  double low = 0;
  double high = 0;

  /// Packets under way become more.
  [[nodiscard]] bool grows() const { return low > 0; }
  /// They do not, and the sample is long enough to know it to a share of `at_most`.
  [[nodiscard]] bool steady(double at_most) const { return !grows() && high <= at_most; }
  /// "-0.12 ... 0.3 %".
  [[nodiscard]] std::string text() const;
};

/// `under_way`: at least three counts of packets, at equal distances from the begin of the sample
/// to its end. `generated`: packets of the sample.
Growth growth_of(const std::vector<double>& under_way, double generated);

}  // namespace gf::platforms::network
