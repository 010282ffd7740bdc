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

/// Draws the numbers of all groups against the measured ones, which end the references of their
/// rows. Also counts how many are close.
void scatter(Judge& judge, const std::vector<Group>& groups);

}  // namespace gf::papers::blind
