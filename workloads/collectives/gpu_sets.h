// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tlm_models/machine/machine_plan.h"
#include "workloads/collectives/channel_search.h"

namespace gf::model {

/// Choices of some of a machine's GPUs that are alike: between the GPUs of one there are the same
/// paths (ChannelPath and rate) as in another, and the search finds as many rings of one rate.
struct GpuSet {
  std::vector<std::string> gpus;  ///< Names, in order: the first such choice.
  unsigned alike = 1;             ///< Number of choices.
  ChannelSearch rings;            ///< What a library finds on these GPUs alone.
};

/// The most choices that gpu_sets() looks at.
inline constexpr std::uint64_t kMostGpuSets = 20'000;

/// Returns the kinds of choices of `count` GPUs, those whose rings carry most first; kinds with
/// equal rings by the number of their choices. Deterministic. A pair of GPUs in different kinds may
/// still be the same by symmetry of the machine; two of one kind may differ in what a third device
/// makes of their paths. Throws UserError (exit 2) for fewer than two GPUs or more than the machine
/// has, and for more than kMostGpuSets choices.
std::vector<GpuSet> gpu_sets(const MachinePlan& plan, unsigned count);

/// Returns the kind of a choice by its names, as part_of_gpus() takes them.
GpuSet gpu_set(const MachinePlan& plan, const std::string& names);

}  // namespace gf::model
