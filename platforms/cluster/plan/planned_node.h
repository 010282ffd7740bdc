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

/// The PCIe tree of a machine that has all its GPUs, of one root complex or of several. Throws
/// UserError(kUsage) when there is none. `plan` outlives it.
model::PlannedTree tree_of_gpus(const model::MachinePlan& plan);

/// One node that is the machine of a plan, with no network: copies go over its PCIe tree.
class PlannedNode final : public SystemIf {
 public:
  /// `plan` outlives this. Throws as tree_of_gpus() does.
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
  [[nodiscard]] double socket_bytes() const;  ///< That crossed socket links, headers included.

  const model::MachinePlan& plan_;
  const model::PlannedTree tree_;
  pcie::EndpointTreeParams params_;
  std::unique_ptr<pcie::EndpointTree> hardware_;
  std::unique_ptr<pcie::TreeCopies> copies_;
};

}  // namespace gf::platforms::cluster
