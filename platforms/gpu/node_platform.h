// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "platforms/gpu/gpu_node.h"
#include "platforms/gpu/workload_choice.h"
#include "platforms/platform.h"

namespace gf::platforms::gpu {

/// The workload with nothing but the kernel that hw::gpu::KernelJournal calls "spmv" or "spmv #2",
/// by `name`, "kernel spmv #2". Throws UserError(kUsage) when there is none.
model::Workload only_kernel(model::Workload workload, const std::string& name);

/// GPUs on a fabric, running a workload of the suite. A derived class adds the fabric, and what
/// comes out of it.
class NodePlatform : public Platform {
 protected:
  /// Values before declare(): the default workload and its source.
  NodePlatform(const char* workload, const char* source) : choice_{workload, source} {}

  /// Builds the workload, and the node, whose GPUs `fabric` gives their ports and connects.
  template <class Fabric>
  void build_node(Fabric& fabric, std::uint64_t seed) {
    workload_ = choice_.make(node_params_.gpus, seed);
    if (!only_.empty()) workload_ = only_kernel(std::move(workload_), only_);
    node_ = std::make_unique<GpuNode>(
        node_params_, workload_, [&](Gpu& gpu, unsigned number) { fabric.add_port(gpu, number); });
    fabric.connect();
  }

  /// Flows are kernels here: "kernel spmv", "kernel spmv #2" for the second of that name.
  [[nodiscard]] bool keep_only(const std::string& flow) final {
    only_ = flow;
    return true;
  }
  [[nodiscard]] HowFar progress() const final;
  core::RunEndReport simulate(const core::RunLimits& limits) override;
  void judge(RunOutcome& outcome) final;
  /// "cycles", "time", "kernels", "warp_instructions": what every node reports.
  [[nodiscard]] std::vector<Result> node_results() const;
  /// The line above a table: what ran, and how long it took. An empty line follows it.
  [[nodiscard]] std::string heading() const;

  WorkloadChoice choice_;
  GpuNodeParams node_params_;
  model::Workload workload_;
  std::unique_ptr<GpuNode> node_;
  std::string only_;  ///< The kernel that runs alone; empty: all run.
};

}  // namespace gf::platforms::gpu
