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
/// (with semicolons, because a comma ends a field of a schedule's file). Each is made for one GPU,
/// whose memory holds all of its data. Each pair of device and text has data of its own, and each
/// task that runs it starts it anew.
class TaskWorkloads {
 public:
  /// Nodes have `gpus` GPUs each and are alike: each has the data of all nodes. Throws
  /// UserError(kUsage), with the graph's name, for an unknown workload.
  TaskWorkloads(const std::vector<model::Schedule>& schedules, std::uint64_t seed,
                unsigned gpus = ~0u);

  /// Appends places for the data of all of them to those of `workload`.
  void add_data(model::Workload& workload);
  /// Returns the kernels of `task`, with new programs, for its GPU in its node.
  [[nodiscard]] model::Workload make(const model::Task& task) const;

 private:
  const std::uint64_t seed_;
  const unsigned gpus_;  ///< Of a node.
  /// By GPU of a node and text: offset that is added to all of its addresses.
  std::map<std::pair<unsigned, std::string>, std::uint64_t> offsets_;
};

}  // namespace gf::platforms::gpu
