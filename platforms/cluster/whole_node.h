// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "hw/nic/segment.h"
#include "platforms/cluster/full_host_paths.h"
#include "platforms/cluster/hosts/host_copies.h"
#include "platforms/cluster/node_hardware.h"
#include "platforms/cluster/plan/system_if.h"
#include "platforms/gpu/copies/gpu_copies.h"
#include "tlm_models/machine/machine_plan.h"

namespace gf::platforms::cluster {

/// One node with all devices of a machine file: GPUs with SMs and memory, their NVLink if they have
/// it, and PCIe trees with hosts and cards. There is no network, so the cards send nothing. GPU n
/// is gpu_<n>, whatever its name in the file. Copies use NVLink between GPUs that have it to each
/// other, otherwise a PCIe tree with both, or host memory. A schedule with other copies is refused.
class WholeNode final : public SystemIf {
 public:
  /// `plan` must outlive this object.
  explicit WholeNode(const model::MachinePlan& plan);

  void preset(const core::ParamScope& root) const override { params_.preset(root); }
  void declare(const core::ParamScope& root) override { params_.declare(root); }
  [[nodiscard]] schedule::Computes computes() const override {
    return schedule::Computes::kByHardware;
  }
  [[nodiscard]] unsigned devices() const override { return params_.gpus; }
  [[nodiscard]] unsigned hosts() const override { return params_.planned->memories.size(); }
  void build(const std::vector<model::Schedule>& schedules, bool real_bytes,
             std::uint64_t seed) override;
  [[nodiscard]] std::unique_ptr<pcie::ByteCheck> check_bytes(
      const model::SparseMemoryParams& memory, std::uint64_t seed) override;
  schedule::CopyMoverIf& connect(pcie::ByteCheck* byte_check) override;
  [[nodiscard]] Graph graph() const override;
  void add_results(std::vector<Result>& results) const override;
  [[nodiscard]] core::ErrorList errors() const override { return copies_->errors(); }

 private:
  /// Throws UserError(kUsage) for a copy without a path.
  void require_ways(const std::vector<model::Schedule>& schedules) const;

  const model::MachinePlan& plan_;
  ClusterNodeParams params_;
  hw::nic::SegmentPool segments_;
  bool names_hosts_ = false;  ///< The schedules have copies from or to hosts.
  std::optional<gpu::TaskWorkloads> workloads_;
  std::unique_ptr<NodeHardware> hardware_;
  std::unique_ptr<gpu::GpuCopies> copies_;
  std::optional<P2pRules> rules_;
  /// Null if all copies go directly between GPUs.
  std::unique_ptr<FullHostPaths> host_paths_;
  std::unique_ptr<HostCopies> host_copies_;
};

}  // namespace gf::platforms::cluster
