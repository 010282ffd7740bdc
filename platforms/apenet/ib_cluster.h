// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/param.h"
#include "platforms/cluster/card_queues.h"
#include "platforms/cluster/cluster.h"
#include "tlm_models/work/nodes/mpi_transport.h"

namespace gf::platforms::apenet {

/// The paper's InfiniBand cluster: nodes with a QDR card each, on one switch.
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

/// Nodes of a host and an RDMA card (hw/nic) each, joined by switches: what an MPI library runs on.
/// GPUs are behind the library's copies, which take their time on the host (MpiTransport).
class IbCluster {
 public:
  IbCluster(IbClusterParams params, std::uint64_t seed);

  /// Each node's software, and queue pairs between all of them.
  [[nodiscard]] std::vector<model::MpiRank> ranks();
  [[nodiscard]] Graph graph() const { return cluster_->graph(); }

 private:
  std::shared_ptr<network::ShapeIf> switch_;
  cluster::CardQueues queues_;
  std::unique_ptr<cluster::Cluster> cluster_;
};

}  // namespace gf::platforms::apenet
