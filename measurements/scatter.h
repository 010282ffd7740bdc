// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "measurements/predictions.h"

namespace gf::papers::blind {

/// An experiment and the function that requests its numbers.
struct Group {
  std::string experiment;
  Predictions (*numbers)(Judge& judge);
};

/// Returns a figure of points, measured (x) against predicted (y), with lines of equality and of
/// factors of 1.25 and 2. Precondition: there is a point.
Figure scatter_figure(const std::string& title, const std::string& caption,
                      std::vector<Series> groups);

/// Draws the numbers of all groups against the measured ones, which end the references of their
/// rows. Also counts how many are close.
void scatter(Judge& judge, const std::vector<Group>& groups);

}  // namespace gf::papers::blind
