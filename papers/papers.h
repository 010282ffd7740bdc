// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "papers/experiment.h"

namespace gf::papers {

/// The experiments of each paper, in the order of its text.
std::vector<Experiment> nvlink_experiments();     ///< [NUMA17].
std::vector<Experiment> pcie_experiments();       ///< [SC16].
std::vector<Experiment> proact_experiments();     ///< [PROACT21].
std::vector<Experiment> dragonfly_experiments();  ///< [DF08].
std::vector<Experiment> apenet_experiments();     ///< [APENET13].

}  // namespace gf::papers
