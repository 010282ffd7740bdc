// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "hw/nic/segment.h"
#include "platforms/cluster/node_hardware.h"
#include "platforms/cluster/plan/system_if.h"
#include "platforms/gpu/copies/gpu_copies.h"
#include "tlm_models/machine/machine_plan.h"

namespace gf::platforms::cluster {

/// One node that is all that the file of a machine has: GPUs with SMs and memory, their NVLink if
/// they have it, the PCIe trees with hosts and cards, which have no network to send to. GPU n is
/// gpu_<n>, whatever the file calls it. Copies go over NVLink between GPUs that have it to each
/// other, else over a PCIe tree that both hang on; a schedule with others is refused.
class WholeNode final : public SystemIf {
 public:
  /// `plan` outlives this.
  explicit WholeNode(const model::MachinePlan& plan);

  void preset(const core::ParamScope& root) const override { params_.preset(root); }
  void declare(const core::ParamScope& root) override { params_.declare(root); }
  [[nodiscard]] schedule::Computes computes() const override {
    return schedule::Computes::kByHardware;
  }
  [[nodiscard]] unsigned devices() const override { return params_.gpus; }
  void build(const std::vector<model::Schedule>& schedules, bool real_bytes,
             std::uint64_t seed) override;
  [[nodiscard]] std::unique_ptr<pcie::ByteCheck> check_bytes(
      const model::SparseMemoryParams& memory, std::uint64_t seed) override;
  schedule::CopyMoverIf& connect(pcie::ByteCheck* byte_check) override;
  [[nodiscard]] Graph graph() const override;
  void add_results(std::vector<Result>& results) const override;
  [[nodiscard]] core::ErrorList errors() const override { return copies_->errors(); }

 private:
  const model::MachinePlan& plan_;
  ClusterNodeParams params_;
  hw::nic::SegmentPool segments_;
  std::optional<gpu::TaskWorkloads> workloads_;
  std::unique_ptr<NodeHardware> hardware_;
  std::unique_ptr<gpu::GpuCopies> copies_;
};

}  // namespace gf::platforms::cluster
