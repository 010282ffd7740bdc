// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/param/param.h"
#include "platforms/cluster/card_queues.h"
#include "platforms/cluster/cluster.h"
#include "tlm_models/host/mpi_library.h"
#include "workloads/messages/mpi_messages.h"

namespace gf::platforms::apenet {

/// Parameters of the paper's InfiniBand cluster: nodes with one QDR card each, on one switch.
struct IbClusterParams : core::ParamGroup {
  core::Param<std::string> slot =
      param("slot", "x8", "PCIe slot of the InfiniBand card",
            "[APENET13]: Cluster II x8, Cluster I x4", core::one_of({"x8", "x4"}));
  cluster::ClusterParams machine;

  IbClusterParams();
  void declare(const core::ParamScope& scope, unsigned nodes);

 private:
  friend class IbCluster;
  std::shared_ptr<network::ShapeIf> switch_;
};

/// Nodes with a host and an RDMA card (hw/nic) each, joined by switches: the machine of an MPI
/// library. GPUs are modelled by the library's copies, which take their time on the host
/// (MpiTransport).
class IbCluster {
 public:
  IbCluster(IbClusterParams params, std::uint64_t seed);

  /// Returns each node's software, with queue pairs between all nodes.
  [[nodiscard]] std::vector<model::MpiRank> ranks();
  [[nodiscard]] Graph graph() const { return cluster_->graph(); }

 private:
  std::shared_ptr<network::ShapeIf> switch_;
  cluster::CardQueues queues_;
  std::unique_ptr<cluster::Cluster> cluster_;
};

/// Parameters of the transport of messages: the cards on their torus, or the InfiniBand cluster and
/// its library.
struct CarrierParams : core::ParamGroup {
  core::Param<std::string> over = param(
      "over", "apenet",
      "message transport: APEnet+ cards (apenet), or InfiniBand cards and an MPI library (ib)",
      "[APENET13]: both clusters", core::one_of({"apenet", "ib"}));
  IbClusterParams ib;    ///< over = ib
  model::MpiParams mpi;  ///< over = ib

  [[nodiscard]] bool is_ib() const { return over == "ib"; }
  void refuse_several_ranks() const;  ///< Throws UserError if several ranks run; for InfiniBand.
  void declare(const core::ParamScope& root) { core::ParamGroup::declare(root); }
  /// Declares `ib.*` of both.
  void declare_ib(const core::ParamScope& root, unsigned nodes);
};

/// Messages of a benchmark over InfiniBand: machine, library, and its programs.
class IbMessages {
 public:
  /// `copies`: times of a cudaMemcpy and a query; `gpu`: the buffers are in GPU memory.
  IbMessages(const CarrierParams& params, const model::RdmaHostParams& copies, bool gpu,
             std::uint64_t seed);

  [[nodiscard]] model::MpiMessages& messages() { return messages_; }
  [[nodiscard]] Graph graph() const { return cluster_.graph(); }
  /// Returns the number of requests posted by the node's software.
  [[nodiscard]] std::uint64_t posts(unsigned node);
  [[nodiscard]] const std::string& text() const { return text_; }  ///< "2 nodes, QDR, ...".

 private:
  IbCluster cluster_;
  model::MpiLibrary library_;
  model::MpiMessages messages_;
  const std::string text_;
};

}  // namespace gf::platforms::apenet
