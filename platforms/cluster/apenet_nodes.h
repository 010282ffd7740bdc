// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "platforms/apenet/nodes/apenet_cluster.h"
#include "platforms/apenet/nodes/apenet_copies.h"
#include "platforms/cluster/plan/system_if.h"
#include "tlm_models/machine/machine_plan.h"

namespace gf::platforms::cluster {

/// Whether the NICs of a machine are APEnet+ cards: `preset = apenet`. Throws UserError (exit 5) at
/// the first that is not what the others are.
bool has_apenet_cards(const model::MachinePlan& plan);

/// Nodes of [APENET13] on the torus that a plan has: a host, a GPU and an APEnet+ card each, whose
/// switches are in the cards. The file says the torus, whether the GPU hangs beside the card or on
/// the root complex, and the rates of host, GPU and card; all else is the platform
/// apenet_cluster's. The switch's own link is as the card's.
class ApenetNodes final : public SystemIf {
 public:
  /// `plan` outlives this. Throws UserError (exit 5) for machines that are no such node.
  explicit ApenetNodes(const model::MachinePlan& plan);

  void preset(const core::ParamScope& root) const override;
  void declare(const core::ParamScope& root) override;
  [[nodiscard]] unsigned devices() const override { return params_.shape.routers(); }
  void build(const std::vector<model::Schedule>& schedules, bool real_bytes,
             std::uint64_t seed) override;
  [[nodiscard]] std::unique_ptr<pcie::ByteCheck> check_bytes(
      const model::SparseMemoryParams& memory, std::uint64_t seed) override;
  schedule::CopyMoverIf& connect(pcie::ByteCheck* byte_check) override;
  [[nodiscard]] Graph graph() const override { return cluster_->graph(); }
  void add_results(std::vector<Result>& results) const override;
  [[nodiscard]] std::string lost() const override;

 private:
  void check_torus() const;
  void preset_rates(const core::ParamScope& root) const;

  const model::MachinePlan& plan_;
  apenet::ClusterParams params_;
  std::vector<model::Schedule> schedules_;
  std::unique_ptr<apenet::Cluster> cluster_;
  std::unique_ptr<apenet::ClusterCopies> copies_;
};

}  // namespace gf::platforms::cluster
