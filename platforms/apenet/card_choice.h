// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "core/param/param.h"
#include "platforms/cluster/cards/apenet_cards.h"
#include "platforms/cluster/rdma_cards.h"

namespace gf::platforms::apenet {

/// Parameters of the paper's InfiniBand cluster: nodes with one QDR card each, on one switch.
struct IbClusterParams : core::ParamGroup {
  core::Param<std::string> slot =
      param("slot", "x8", "PCIe slot of the InfiniBand card",
            "[APENET13]: Cluster II x8, Cluster I x4", core::one_of({"x8", "x4"}));
  cluster::ClusterParams machine;
  model::MpiParams mpi;

  IbClusterParams();
  void declare(const core::ParamScope& scope, unsigned nodes);
  /// `copies`: times of a cudaMemcpy and a query. Precondition: declare().
  [[nodiscard]] std::unique_ptr<cluster::RdmaCards> make(const model::RdmaHostParams& copies,
                                                         std::uint64_t seed) const;

 private:
  std::shared_ptr<network::ShapeIf> switch_;
};

/// Parameters of the cards that carry messages: APEnet+ cards on their torus, or InfiniBand's and a
/// library.
struct CardChoice : core::ParamGroup {
  core::Param<std::string> over = param(
      "over", "apenet",
      "message transport: APEnet+ cards (apenet), or InfiniBand cards and an MPI library (ib)",
      "[APENET13]: both clusters", core::one_of({"apenet", "ib"}));
  ApenetClusterParams cards;
  model::RdmaTransportParams rdma;  ///< Of applications over them.
  IbClusterParams ib;

  [[nodiscard]] bool is_ib() const { return over == "ib"; }
  [[nodiscard]] unsigned nodes() const { return cards.shape.routers(); }
  /// Makes the chosen ones. Throws UserError if several ranks run, for InfiniBand.
  [[nodiscard]] std::unique_ptr<cluster::CardIf> make(const CardWatch& watch,
                                                      std::uint64_t seed) const;
};

}  // namespace gf::platforms::apenet
