// SPDX-License-Identifier: Apache-2.0
#include "papers/report/heat_colour.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace gf::papers::report {
namespace {

using Rgb = std::array<double, 3>;

/// Samples of cividis.
constexpr std::array<Rgb, 6> kRamp = {{{0, 32, 77},
                                       {49, 68, 107},
                                       {102, 105, 112},
                                       {149, 143, 120},
                                       {203, 186, 105},
                                       {255, 234, 70}}};

Rgb colour_at(double share) {
  const double place = std::clamp(share, 0.0, 1.0) * (kRamp.size() - 1);
  const auto below = std::min(static_cast<std::size_t>(place), kRamp.size() - 2);
  Rgb colour{};
  for (std::size_t i = 0; i < 3; ++i)
    colour[i] = kRamp[below][i] +
                (kRamp[below + 1][i] - kRamp[below][i]) * (place - static_cast<double>(below));
  return colour;
}

}  // namespace

HeatColour::HeatColour(const HeatMap& map) {
  bool first = true;
  for (const std::optional<double>& value : map.values) {
    if (!value) continue;
    low_ = first ? *value : std::min(low_, *value);
    high_ = first ? *value : std::max(high_, *value);
    first = false;
  }
}

double HeatColour::share(double value) const {
  return high_ > low_ ? (value - low_) / (high_ - low_) : 0.5;
}

std::string HeatColour::fill_of_share(double share) {
  const Rgb c = colour_at(share);
  return fmt::format("fill=\"#{:02x}{:02x}{:02x}\"", static_cast<int>(c[0]), static_cast<int>(c[1]),
                     static_cast<int>(c[2]));
}

}  // namespace gf::papers::report
