// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "platforms/cluster/plan/system_if.h"
#include "platforms/pcie/endpoint_tree.h"
#include "platforms/pcie/tree_copies.h"
#include "tlm_models/machine/machine_plan.h"
#include "tlm_models/machine/planned_trees.h"

namespace gf::platforms::cluster {

/// Returns the PCIe tree that has all GPUs of a machine, with one root complex or several. Throws
/// UserError(kUsage) when there is none. `plan` must outlive the tree.
model::PlannedTree tree_of_gpus(const model::MachinePlan& plan);

/// One node, the machine of a plan, without a network: copies go over its PCIe tree.
class PlannedNode final : public SystemIf {
 public:
  static constexpr core::OutputNote kSocketBytes{
      "socket_bytes", "B", "bytes on links between root complexes, headers included",
      "several sockets"};

  /// `plan` must outlive this object. Throws like tree_of_gpus().
  explicit PlannedNode(const model::MachinePlan& plan);

  void declare(const core::ParamScope& root) override;
  [[nodiscard]] unsigned devices() const override;
  void build(const std::vector<model::Schedule>& schedules, bool real_bytes,
             std::uint64_t seed) override;
  [[nodiscard]] std::unique_ptr<pcie::ByteCheck> check_bytes(
      const model::SparseMemoryParams& memory, std::uint64_t seed) override;
  schedule::CopyMoverIf& connect(pcie::ByteCheck* byte_check) override;
  [[nodiscard]] Graph graph() const override;
  void add_results(std::vector<Result>& results) const override;

 private:
  [[nodiscard]] double socket_bytes() const;  ///< Bytes on socket links, including headers.

  const model::MachinePlan& plan_;
  const model::PlannedTree tree_;
  pcie::EndpointTreeParams params_;
  std::unique_ptr<pcie::EndpointTree> hardware_;
  std::unique_ptr<pcie::TreeCopies> copies_;
};

}  // namespace gf::platforms::cluster
