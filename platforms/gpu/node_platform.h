// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "platforms/gpu/copies/gpu_copies.h"
#include "platforms/gpu/copies/gpu_node.h"
#include "platforms/gpu/workload_choice.h"
#include "platforms/platform.h"
#include "platforms/schedule/schedule_part.h"

namespace gf::platforms::gpu {

/// Returns the workload with only one of its kernels. `name` is "kernel " and the kernel's name in
/// hw::gpu::KernelJournal: "kernel spmv", or "kernel spmv #2" for the second of that name. Throws
/// UserError(kUsage) when there is none.
model::Workload only_kernel(model::Workload workload, const std::string& name);

/// GPUs on a fabric, running a workload of the suite, or a schedule if the user gives one. A
/// schedule comes from a file, or from a generator of copies or collectives given as the workload.
/// A derived class adds the fabric and its results.
class NodePlatform : public Platform {
 protected:
  /// `workload`, `source`: the default workload and its source. Set before declare().
  NodePlatform(const char* workload, const char* source) : choice_{workload, source} {}

  /// Declares the parameters that come before those of the fabric.
  void declare_node(const core::ParamScope& root);
  /// Builds the workload and the node; `fabric` makes the GPUs' ports and connects them.
  template <class Fabric>
  void build_node(Fabric& fabric, std::uint64_t seed) {
    std::vector<model::Schedule> schedules = make_work(seed);
    node_ = std::make_unique<GpuNode>(
        node_params_, workload_, [&](Gpu& gpu, unsigned number) { fabric.add_port(gpu, number); });
    fabric.connect();
    if (!runs_schedule()) return;
    GpuCopies::each_pair(schedules, [&](unsigned from, unsigned to, const std::string& copy) {
      fabric.require_pair(from, to, copy);
    });
    build_copies(std::move(schedules));
  }

  /// True if a schedule runs, not a workload of kernels.
  [[nodiscard]] bool runs_schedule() const { return schedule_.wanted(choice_.name); }
  /// Returns the time from the start to the end of the work.
  [[nodiscard]] double seconds() const;
  /// Returns "cycles", "time", "kernels" and "warp_instructions", which every node reports; if a
  /// schedule runs, the results of every run of schedules.
  [[nodiscard]] std::vector<Result> work_results() const;
  /// Returns the notes of a workload's results and files, "packet_hops" among them.
  [[nodiscard]] static Outputs work_outputs();
  /// Writes tasks.csv and schedule.csv.
  void write_schedule(const core::RunDirectory& directory) const;

  /// Flows are the copies of a schedule, or kernels of a workload: "kernel spmv", or "kernel spmv
  /// #2" for the second of that name.
  [[nodiscard]] bool keep_only(const std::string& flow) final {
    if (runs_schedule())
      schedule_.keep_only(flow);
    else
      only_ = flow;
    return true;
  }
  [[nodiscard]] std::vector<CopySpan> copies() const final { return schedule_.copies(); }
  [[nodiscard]] RunProgress progress() const final;
  core::RunEndReport simulate(const core::RunLimits& limits) override;
  void judge(RunOutcome& outcome) final;
  /// Returns the text above the fabric's table, with an empty line at its end. It tells what ran
  /// and how long that took; for schedules it is the table of tasks or collectives.
  [[nodiscard]] std::string heading() const;

  WorkloadChoice choice_;
  GpuNodeParams node_params_;
  model::Workload workload_;
  std::unique_ptr<GpuNode> node_;
  std::string only_;  ///< The only kernel to run; empty: all run.

 private:
  [[nodiscard]] std::vector<model::Schedule> make_work(std::uint64_t seed);
  void build_copies(std::vector<model::Schedule> schedules);

  schedule::SchedulePart schedule_{schedule::Computes::kByHardware};
  GpuWorkParams work_params_;
  std::optional<TaskWorkloads> task_workloads_;  ///< Of the schedule that runs.
  std::unique_ptr<GpuCopies> copies_;            ///< Null: no schedule runs.
};

}  // namespace gf::platforms::gpu
