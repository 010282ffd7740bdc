// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "platforms/cluster/hosts/endpoint_host_paths.h"
#include "platforms/cluster/hosts/host_copies.h"
#include "platforms/cluster/node_params.h"
#include "platforms/cluster/plan/system_if.h"
#include "platforms/pcie/endpoint_tree.h"
#include "platforms/pcie/tree_copies.h"
#include "tlm_models/machine/machine_plan.h"
#include "tlm_models/machine/planned_trees.h"

namespace gf::platforms::cluster {

/// Returns the PCIe tree that has all GPUs of a machine, with one root complex or several. Throws
/// UserError(kUsage) when there is none. `plan` must outlive the tree.
model::PlannedTree tree_of_gpus(const model::MachinePlan& plan);

/// One node, the machine of a plan, without a network: copies go over its PCIe tree, directly or
/// through the memory of its hosts.
class PlannedNode final : public SystemIf {
 public:
  static constexpr core::OutputNote kSocketBytes{
      "socket_bytes", "B", "bytes on links between root complexes, headers included",
      "several sockets"};

  /// `plan` must outlive this object. Throws like tree_of_gpus().
  explicit PlannedNode(const model::MachinePlan& plan);

  void preset(const core::ParamScope& root) const override;
  void declare(const core::ParamScope& root) override { params_.declare(root); }
  [[nodiscard]] unsigned devices() const override;
  [[nodiscard]] unsigned hosts() const override { return params_.memories.size(); }
  void build(const std::vector<model::Schedule>& schedules, bool real_bytes,
             std::uint64_t seed) override;
  [[nodiscard]] std::unique_ptr<pcie::ByteCheck> check_bytes(
      const model::SparseMemoryParams& memory, std::uint64_t seed) override;
  schedule::CopyMoverIf& connect(pcie::ByteCheck* byte_check) override;
  [[nodiscard]] Graph graph() const override;
  void add_results(std::vector<Result>& results) const override;

 private:
  std::vector<GpuEndpoint> gpu_endpoints();
  std::vector<hw::pcie::Endpoint*> host_endpoints();
  [[nodiscard]] double socket_bytes() const;  ///< Bytes on socket links, including headers.

  const model::MachinePlan& plan_;
  const model::PlannedTree tree_;
  PlannedNodeParams params_;  ///< Its only tree is that of the GPUs.
  bool names_hosts_ = false;  ///< The schedules have copies from or to hosts.
  std::unique_ptr<pcie::EndpointTree> hardware_;
  std::unique_ptr<HostMemories> memories_;
  std::unique_ptr<pcie::TreeCopies> copies_;
  /// Null if all copies go directly between GPUs.
  std::unique_ptr<EndpointHostPaths> host_paths_;
  std::unique_ptr<HostCopies> host_copies_;
};

}  // namespace gf::platforms::cluster
