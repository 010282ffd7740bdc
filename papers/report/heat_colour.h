// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "papers/figure.h"

namespace gf::papers::report {

/// Colours of a heat map's cells: cividis from its lowest to its highest value. It is even in
/// lightness and looks the same to colour-blind readers and on paper.
class HeatColour {
 public:
  explicit HeatColour(const HeatMap& map);
  [[nodiscard]] double low() const { return low_; }
  [[nodiscard]] double high() const { return high_; }
  /// Returns the position between the lowest and the highest value, 0 ... 1; 0.5 when they are
  /// equal.
  [[nodiscard]] double share(double value) const;
  [[nodiscard]] std::string fill(double value) const { return fill_of_share(share(value)); }
  /// Returns the fill attribute of an SVG shape.
  static std::string fill_of_share(double share);

 private:
  double low_ = 0;
  double high_ = 0;
};

}  // namespace gf::papers::report
