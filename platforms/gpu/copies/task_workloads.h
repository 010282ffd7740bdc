// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tlm_models/gpu/workload.h"
#include "workloads/schedule/schedule.h"

namespace gf::platforms::gpu {

/// The workloads that kernels of schedules run: "spmv", or with options "spmv:size=large;rows=..."
/// (a comma ends a field of a schedule's file). Each is made for one GPU, whose memory holds all of
/// its data: those of a device and a text have places of their own, and each task that runs it
/// begins it anew.
class TaskWorkloads {
 public:
  /// Nodes have `gpus` GPUs each, and are alike: each has the data of all of them. Throws
  /// UserError(kUsage) for a workload that is not there, with the graph's name.
  TaskWorkloads(const std::vector<model::Schedule>& schedules, std::uint64_t seed,
                unsigned gpus = ~0u);

  /// Behind what `workload` has, places for the data of all of them.
  void add_data(model::Workload& workload);
  /// The kernels of `task`, as those of its GPU in its node; their programs are new.
  [[nodiscard]] model::Workload make(const model::Task& task) const;

 private:
  const std::uint64_t seed_;
  const unsigned gpus_;  ///< Of a node.
  /// By GPU of a node and text: what is added to all of its addresses.
  std::map<std::pair<unsigned, std::string>, std::uint64_t> offsets_;
};

}  // namespace gf::platforms::gpu
