// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "papers/experiment.h"

namespace gf::papers::apenet13 {

ExperimentResult low_level(const ExperimentContext& context);
ExperimentResult bus_timing(const ExperimentContext& context);
ExperimentResult prefetch(const ExperimentContext& context);
ExperimentResult receiving(const ExperimentContext& context);
ExperimentResult bandwidths(const ExperimentContext& context);
ExperimentResult against_infiniband(const ExperimentContext& context);
ExperimentResult latencies(const ExperimentContext& context);
ExperimentResult overheads(const ExperimentContext& context);
ExperimentResult spin_glass(const ExperimentContext& context);
ExperimentResult breadth_first_search(const ExperimentContext& context);
ExperimentResult scaling(const ExperimentContext& context);
ExperimentResult hardware_blocks(const ExperimentContext& context);

}  // namespace gf::papers::apenet13
