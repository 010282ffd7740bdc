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
#include "tlm_models/gpu/workload.h"
#include "workloads/schedule/schedule.h"

namespace gf::platforms::gpu {

/// Of copies with engine = proact, and of the units that make them.
struct PushParams : core::ParamGroup {
  core::Param<core::Bytes> chunk =
      param("chunk", core::kibibytes(128),
            "chunk size of copies with engine = proact that do not say theirs; of shorter ones the "
            "largest power of two that fits",
            "[PROACT21], Table II: 4x Volta",
            core::power_of_two(core::kibibytes(4), core::mebibytes(16)));
  hw::proact::ProactParams unit;

  void declare(const core::ParamScope& scope) {
    core::ParamGroup::declare(scope);
    unit.declare(scope);
  }
};

/// What is pushed as one: by a copy, or by all that one kernel writes for.
struct PushRegion {
  unsigned number = 0;       ///< Task::region.
  std::string name;          ///< "work of sum", of the kernel, or "copy 0->1 of sum".
  unsigned source = 0;       ///< Device.
  std::vector<unsigned> to;  ///< Devices.
  core::Bytes bytes;
  core::Bytes chunk;
  std::string map;                          ///< As Task::map.
  std::optional<model::Task> writer;        ///< Nothing: the bytes are there.
  std::map<unsigned, std::uint64_t> place;  ///< By device: offset in its part of the memory.
};

/// All regions of the schedules of a run, and where each device of a machine of nodes, all alike,
/// has its copies: one behind the other in a part of its memory that nothing else uses.
class PushPlan {
 public:
  PushPlan() = default;
  /// `schedules` have their regions numbered. Nodes have `gpus` GPUs each.
  PushPlan(const std::vector<model::Schedule>& schedules, unsigned gpus, core::Bytes chunk);

  /// The parts of the memory of a node's GPUs, and the tables of those that push. None if nothing
  /// is pushed.
  void add_data(model::Workload& workload) const;
  [[nodiscard]] bool empty() const { return regions_.empty(); }
  [[nodiscard]] const std::vector<PushRegion>& regions() const { return regions_; }
  [[nodiscard]] unsigned gpus() const { return gpus_; }
  /// GPUs of a node that push, in this node or another.
  [[nodiscard]] const std::set<unsigned>& sources() const { return sources_; }
  /// Virtual address, in its node, of a region's copy at `device`.
  [[nodiscard]] std::uint64_t address(const PushRegion& region, unsigned device) const;

 private:
  PushRegion& region_of(const model::Schedule& schedule, const model::Task& copy,
                        core::Bytes chunk);
  void place(PushRegion& region, unsigned device);

  unsigned gpus_ = 1;
  std::vector<PushRegion> regions_;
  std::set<unsigned> sources_;
  std::map<unsigned, std::uint64_t> used_;  ///< Bytes, by device.
};

}  // namespace gf::platforms::gpu
