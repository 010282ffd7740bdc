// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platforms/gpu/copies/gpu_copies.h"
#include "platforms/gpu/copies/gpu_node.h"
#include "platforms/gpu/fabrics/fabric.h"
#include "platforms/gpu/fabrics/link_report.h"
#include "platforms/gpu/workload_choice.h"
#include "platforms/platform.h"
#include "platforms/schedule/schedule_part.h"

namespace gf::platforms::gpu {

/// Defaults of a platform of GPUs.
struct GpuPlatformPreset {
  const char* workload;
  const char* source;     ///< Of the workload.
  const char* policy;     ///< Of NVLink's lanes.
  bool by_links = false;  ///< The table has a line per link of NVLink, not one per GPU.
};

/// Lanes that reverse to follow the traffic ([NUMA17]).
inline constexpr GpuPlatformPreset kNvlinkNode{"hpgmg_uvm", "[NUMA17], Fig. 1", "paper", true};
/// Machines whose lanes do not turn. The systems of [PROACT21], Table I, are files for --config:
/// platforms/gpu/presets/{kepler,pascal,volta}_4x.ini, volta_16x.ini.
inline constexpr GpuPlatformPreset kGpuNode{"stencil3d", "assumed", "static"};

/// GPUs joined by NVLink or by a PCIe tree, running a workload of the suite, or a schedule if the
/// user gives one. A schedule comes from a file, or from a generator of copies or collectives given
/// as the workload.
class GpuPlatform final : public Platform {
 public:
  explicit GpuPlatform(const GpuPlatformPreset& preset);

  [[nodiscard]] Outputs outputs() const override;
  void declare(core::ParamScope root) override;
  /// Flows are the copies of a schedule, or kernels of a workload: "kernel spmv", or "kernel spmv
  /// #2" for the second of that name in hw::gpu::KernelJournal.
  [[nodiscard]] bool keep_only(const std::string& flow) override;
  void build(std::uint64_t seed) override;
  [[nodiscard]] Graph graph() const override;
  [[nodiscard]] std::vector<CopySpan> copies() const override { return schedule_.copies(); }

 protected:
  [[nodiscard]] RunProgress progress() const override;
  core::RunEndReport simulate(const core::RunLimits& limits) override;
  void judge(RunOutcome& outcome) override;
  [[nodiscard]] std::vector<Result> results() const override;
  [[nodiscard]] std::string table() const override;
  void write_files(const core::RunDirectory& directory) const override;

 private:
  /// Declares `preset` and applies the chosen one to the parameters declared after it.
  void declare_preset(const core::ParamScope& root);
  /// True if a schedule runs, not a workload of kernels.
  [[nodiscard]] bool runs_schedule() const { return schedule_.wanted(choice_.name); }
  [[nodiscard]] std::vector<model::Schedule> make_work(std::uint64_t seed);
  void build_copies(std::vector<model::Schedule> schedules);
  /// Returns the time from the start to the end of the work.
  [[nodiscard]] double seconds() const;
  [[nodiscard]] std::vector<Result> work_results() const;
  void append_link_results(std::vector<Result>& results) const;
  /// Returns the text above the table, with an empty line at its end. It tells what ran and how
  /// long that took; for schedules it is the table of tasks or collectives.
  [[nodiscard]] std::string heading() const;
  [[nodiscard]] std::string gpus_table() const;

  const bool by_links_;
  std::string preset_ = "none";
  WorkloadChoice choice_;
  GpuNodeParams node_params_;
  FabricParams fabric_params_;
  GpuWorkParams work_params_;
  schedule::SchedulePart schedule_{schedule::Computes::kByHardware};
  model::Workload workload_;
  std::string only_;  ///< The only kernel to run; empty: all run.
  std::unique_ptr<Fabric> fabric_;
  NvlinkFabric* nvlink_ = nullptr;  ///< The fabric, if it is NVLink.
  std::unique_ptr<GpuNode> node_;
  std::optional<TaskWorkloads> task_workloads_;  ///< Of the schedule that runs.
  std::unique_ptr<GpuCopies> copies_;            ///< Null: no schedule runs.
  std::vector<LinkRow> rows_;                    ///< Of NVLink; filled when the run is over.
};

}  // namespace gf::platforms::gpu
