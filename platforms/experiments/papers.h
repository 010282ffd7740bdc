// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "platforms/experiments/experiment.h"

namespace gf::platforms {

/// The experiments of each paper, in the order of its text.
std::vector<Experiment> nvlink_experiments();     ///< Seed 000.
std::vector<Experiment> pcie_experiments();       ///< Seed 001.
std::vector<Experiment> proact_experiments();     ///< Seed 002.
std::vector<Experiment> dragonfly_experiments();  ///< Seed 003.
std::vector<Experiment> apenet_experiments();     ///< Seed 004.

}  // namespace gf::platforms
