// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/param/param.h"
#include "hw/proact/proact_params.h"
#include "platforms/gpu/copies/task_workloads.h"
#include "tlm_models/gpu/workload.h"
#include "workloads/schedule/schedule.h"

namespace gf::platforms::gpu {

/// Parameters of copies with engine = proact, and of the units that make them.
struct PushParams : core::ParamGroup {
  core::Param<core::Bytes> chunk =
      param("chunk", core::kibibytes(128),
            "default chunk size of copies with engine = proact; shorter copies use the largest "
            "power of two that fits",
            "[PROACT21], Table II: 4x Volta",
            core::power_of_two(core::kibibytes(4), core::mebibytes(16)));
  hw::proact::ProactParams unit;

  void declare(const core::ParamScope& scope) {
    core::ParamGroup::declare(scope);
    unit.declare(scope);
  }
};

/// Data that is pushed together: that of one copy, or all that one kernel writes for copies.
struct PushRegion {
  unsigned number = 0;       ///< As Task::region.
  std::string name;          ///< "work of sum" (name of the kernel), or "copy 0->1 of sum".
  unsigned source = 0;       ///< Device.
  std::vector<unsigned> to;  ///< Devices.
  core::Bytes bytes;
  core::Bytes chunk;
  std::string map;                          ///< As Task::map.
  std::optional<model::Task> writer;        ///< None: the bytes exist already.
  std::map<unsigned, std::uint64_t> place;  ///< By device: offset in its part of the memory.
};

/// All push regions of the schedules of a run, and the places of their copies in the memory of each
/// device. On each device, copies lie one behind the other in a part of the memory with no other
/// data. All nodes whose GPUs push or receive are alike.
class PushPlan {
 public:
  PushPlan() = default;
  /// `schedules` must have numbered regions. Nodes have `gpus` GPUs each. Copies of devices that
  /// `local` does not know, and those to hosts, are left out.
  PushPlan(const std::vector<model::Schedule>& schedules, unsigned gpus, LocalGpu local,
           core::Bytes chunk);

  /// Adds the parts of the memories of a node's GPUs, and the tables of those that push. Adds
  /// nothing if nothing is pushed.
  void add_data(model::Workload& workload) const;
  [[nodiscard]] bool empty() const { return regions_.empty(); }
  [[nodiscard]] const std::vector<PushRegion>& regions() const { return regions_; }
  [[nodiscard]] unsigned gpus() const { return gpus_; }
  /// GPUs of a node that push, in any node.
  [[nodiscard]] const std::set<unsigned>& sources() const { return sources_; }
  [[nodiscard]] unsigned local(unsigned device) const { return *local_(device); }
  /// Returns the virtual address, in its node, of a region's copy at `device`.
  [[nodiscard]] std::uint64_t address(const PushRegion& region, unsigned device) const;

 private:
  PushRegion& region_of(const model::Schedule& schedule, const model::Task& copy,
                        core::Bytes chunk);
  void place(PushRegion& region, unsigned device);

  unsigned gpus_ = 1;
  LocalGpu local_;
  std::vector<PushRegion> regions_;
  std::set<unsigned> sources_;
  std::map<unsigned, std::uint64_t> used_;  ///< Bytes used, by device.
};

}  // namespace gf::platforms::gpu
