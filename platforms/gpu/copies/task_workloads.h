// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tlm_models/gpu/workload.h"
#include "workloads/schedule/schedule.h"

namespace gf::platforms::gpu {

/// Returns the number of a device of schedules among the GPUs of its node. Returns nothing for a
/// device that is in no node with this workload.
using LocalGpu = std::function<std::optional<unsigned>(unsigned device)>;
/// The LocalGpu of a single node.
inline std::optional<unsigned> only_node(unsigned device) { return device; }

/// The workloads that kernels of schedules run: "spmv", or with options "spmv:size=large;rows=..."
/// (with semicolons, because a comma ends a field of a schedule's file). Each is made for one GPU,
/// whose memory holds all of its data. Each pair of device and text has data of its own, and each
/// task that runs it starts it anew.
class TaskWorkloads {
 public:
  /// For nodes that are alike: each has the data of all of them. Throws UserError(kUsage), with
  /// the graph's name, for an unknown workload.
  TaskWorkloads(const std::vector<model::Schedule>& schedules, std::uint64_t seed,
                LocalGpu local = only_node);

  /// Appends places for the data of all of them to those of `workload`.
  void add_data(model::Workload& workload);
  /// Returns the kernels of `task`, with new programs, for its GPU in its node.
  [[nodiscard]] model::Workload make(const model::Task& task) const;

 private:
  const std::uint64_t seed_;
  const LocalGpu local_;
  /// By GPU of a node and text: offset that is added to all of its addresses.
  std::map<std::pair<unsigned, std::string>, std::uint64_t> offsets_;
};

}  // namespace gf::platforms::gpu
