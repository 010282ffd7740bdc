// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "measurements/predictions.h"

namespace gf::papers::blind {

/// An experiment and what asks for its numbers.
struct Group {
  std::string experiment;
  Predictions (*numbers)(Judge& judge);
};

/// The numbers of all groups, in one picture beside what was measured, which is what the references
/// of their rows end with; and how many are near it.
void scatter(Judge& judge, const std::vector<Group>& groups);

}  // namespace gf::papers::blind
