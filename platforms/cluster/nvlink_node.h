// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "platforms/cluster/system_if.h"
#include "platforms/gpu/gpu_copies.h"
#include "platforms/gpu/gpu_node.h"
#include "platforms/gpu/nvlink_fabric.h"
#include "tlm_models/machine/machine_plan.h"
#include "tlm_models/topology/nvlink_graph.h"

namespace gf::platforms::cluster {

/// One node whose GPUs, with SMs and memory, copy over the NVLink of a machine: GPU n is gpu_<n>,
/// whatever the file calls it. What else the machine has, PCIe, hosts and NICs, is not built: pairs
/// of GPUs without NVLink between them cannot copy, and a schedule that wants them to is refused.
class NvlinkNode final : public SystemIf {
 public:
  /// `plan` outlives this, and has NVLink.
  explicit NvlinkNode(const model::MachinePlan& plan);

  void declare(const core::ParamScope& root) override;
  [[nodiscard]] unsigned devices() const override { return graph_.gpus(); }
  void build(const std::vector<model::Schedule>& schedules, std::uint64_t seed) override;
  [[nodiscard]] schedule::Computes computes() const override {
    return schedule::Computes::kByHardware;
  }
  [[nodiscard]] std::vector<hw::pcie::Endpoint*> gpus() override { return {}; }
  schedule::CopyMoverIf& connect(pcie::ByteCheck* byte_check) override;
  [[nodiscard]] Graph graph() const override;
  void add_results(std::vector<Result>& results) const override;

 private:
  const model::MachinePlan& plan_;
  const model::NvlinkGraph graph_;
  gpu::GpuNodeParams node_params_;
  gpu::NvlinkFabricParams fabric_params_;
  gpu::GpuWorkParams work_params_;
  std::optional<gpu::TaskWorkloads> task_workloads_;
  model::Workload workload_;  ///< Buffers of schedules, and nothing that runs by itself.
  std::unique_ptr<gpu::NvlinkFabric> fabric_;
  std::unique_ptr<gpu::GpuNode> node_;
  std::unique_ptr<gpu::GpuCopies> copies_;
};

}  // namespace gf::platforms::cluster
