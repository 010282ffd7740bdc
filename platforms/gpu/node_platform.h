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

/// The workload with nothing but the kernel that hw::gpu::KernelJournal calls "spmv" or "spmv #2",
/// by `name`, "kernel spmv #2". Throws UserError(kUsage) when there is none.
model::Workload only_kernel(model::Workload workload, const std::string& name);

/// GPUs on a fabric, running a workload of the suite, or a schedule, if its user gives one: a file,
/// or as the workload a generator of copies or collectives. A derived class adds the fabric, and
/// what comes out of it.
class NodePlatform : public Platform {
 protected:
  /// Values before declare(): the default workload and its source.
  NodePlatform(const char* workload, const char* source) : choice_{workload, source} {}

  /// What the derived class declares before its fabric.
  void declare_node(const core::ParamScope& root);
  /// Builds the workload, and the node, whose GPUs `fabric` gives their ports and connects.
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

  /// A schedule runs, not a workload of kernels.
  [[nodiscard]] bool runs_schedule() const { return schedule_.wanted(choice_.name); }
  /// Of what ran, to its end.
  [[nodiscard]] double seconds() const;
  /// "cycles", "time", "kernels", "warp_instructions": what every node reports; or what every run
  /// of schedules does.
  [[nodiscard]] std::vector<Result> work_results() const;
  /// tasks.csv, schedule.csv
  void write_schedule(const core::RunDirectory& directory) const;

  /// Flows are the copies of a schedule, or else kernels: "kernel spmv", "kernel spmv #2" for the
  /// second of that name.
  [[nodiscard]] bool keep_only(const std::string& flow) final {
    if (runs_schedule())
      schedule_.keep_only(flow);
    else
      only_ = flow;
    return true;
  }
  [[nodiscard]] std::vector<CopySpan> copies() const final { return schedule_.copies(); }
  [[nodiscard]] HowFar progress() const final;
  core::RunEndReport simulate(const core::RunLimits& limits) override;
  void judge(RunOutcome& outcome) final;
  /// What stands above the table of a fabric: what ran, and how long it took. An empty line follows
  /// it. Of schedules, the table of its tasks or collectives.
  [[nodiscard]] std::string heading() const;

  WorkloadChoice choice_;
  GpuNodeParams node_params_;
  model::Workload workload_;
  std::unique_ptr<GpuNode> node_;
  std::string only_;  ///< The kernel that runs alone; empty: all run.

 private:
  [[nodiscard]] std::vector<model::Schedule> make_work(std::uint64_t seed);
  void build_copies(std::vector<model::Schedule> schedules);

  schedule::SchedulePart schedule_{schedule::Computes::kByHardware};
  GpuWorkParams work_params_;
  std::optional<TaskWorkloads> task_workloads_;  ///< Of the schedule that runs.
  std::unique_ptr<GpuCopies> copies_;            ///< Null: no schedule runs.
};

}  // namespace gf::platforms::gpu
