// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "platforms/cluster/cards/apenet_cards.h"
#include "platforms/cluster/plan/system_if.h"
#include "tlm_models/machine/machine_plan.h"

namespace gf::platforms::cluster {

/// Returns whether the NICs of a machine are APEnet+ cards (`preset = apenet`). Throws UserError
/// (exit 5) at the first NIC whose preset differs from the others, or is unknown.
bool has_apenet_cards(const model::MachinePlan& plan);

/// Nodes of [APENET13] on the torus of a plan: each has a host, a GPU and an APEnet+ card. The
/// cards contain the switches of the torus. The file gives the torus, the rates of host, GPU and
/// card, and whether the GPU is on the card's switch or on the root complex. All else is as in the
/// platform apenet_cluster. The link of the PCIe switch has the parameters of the card's link.
class ApenetNodes final : public SystemIf {
 public:
  /// `plan` must outlive this object. Throws UserError (exit 5) for machines that are no such node.
  explicit ApenetNodes(const model::MachinePlan& plan);

  void preset(const core::ParamScope& root) const override;
  void declare(const core::ParamScope& root) override;
  [[nodiscard]] unsigned devices() const override { return params_.shape.routers(); }
  void build(const std::vector<model::Schedule>& schedules, bool real_bytes,
             std::uint64_t seed) override;
  [[nodiscard]] std::unique_ptr<pcie::ByteCheck> check_bytes(
      const model::SparseMemoryParams& memory, std::uint64_t seed) override;
  schedule::CopyMoverIf& connect(pcie::ByteCheck* byte_check) override;
  [[nodiscard]] Graph graph() const override { return cards_->graph(); }
  void add_results(std::vector<Result>& results) const override;
  [[nodiscard]] std::string lost() const override;

 private:
  void check_torus() const;
  void preset_rates(const core::ParamScope& root) const;

  const model::MachinePlan& plan_;
  apenet::ApenetClusterParams params_;
  std::vector<model::Schedule> schedules_;
  std::unique_ptr<apenet::ApenetCards> cards_;
};

}  // namespace gf::platforms::cluster
