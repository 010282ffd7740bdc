// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "papers/figure.h"

namespace gf::papers::report {

/// Colours of a heat map's cells: cividis from its lowest to its highest value, which is even in
/// lightness, and the same to colour-blind readers and on paper.
class HeatColour {
 public:
  explicit HeatColour(const HeatMap& map);
  [[nodiscard]] double low() const { return low_; }
  [[nodiscard]] double high() const { return high_; }
  /// 0 ... 1 of the way from the lowest to the highest value; 0.5 when they are the same.
  [[nodiscard]] double share(double value) const;
  [[nodiscard]] std::string fill(double value) const { return fill_of_share(share(value)); }
  /// The fill attribute of an SVG shape.
  static std::string fill_of_share(double share);

 private:
  double low_ = 0;
  double high_ = 0;
};

}  // namespace gf::papers::report
