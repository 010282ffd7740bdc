// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "papers/micro17_nvlink/node_runs.h"

namespace gf::papers::micro17 {

/// What only `reproduce --full` adds to the figures, because it takes minutes.

/// The suite at its large size, about eight times as long: phases last longer.
void add_large_sizes(const NodeRuns& runs, const Words& workloads, ExperimentResult& result);

/// Switch times of 10 and 500 cycles where lanes are looked at each 1K and each 100K cycles (seed
/// 000, notes: graphs 2a and 2b).
void add_other_sample_times(const NodeRuns& runs, const Words& workloads, ExperimentResult& result);

/// The share of the time in which both, one or no direction of a link is saturated, lanes 8 + 8
/// ([NUMA17], notes: graph 0).
void add_saturation(const NodeRuns& runs, const Words& workloads, ExperimentResult& result);

}  // namespace gf::papers::micro17
