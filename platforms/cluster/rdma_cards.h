// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platforms/cluster/card_queues.h"
#include "platforms/cluster/cards/card_if.h"
#include "platforms/cluster/cluster.h"
#include "tlm_models/host/mpi_library.h"
#include "workloads/messages/mpi_messages.h"
#include "workloads/nodes/mpi_transport.h"

namespace gf::platforms::cluster {

/// Nodes with a host and an RDMA card (hw/nic) each, joined by switches, and an MPI library. GPUs
/// are modelled by the library's copies, which take their time on the host.
class RdmaCards final : public CardIf {
 public:
  /// `shape` must be built for `machine.net`. `copies`: times of a cudaMemcpy and a query; `text`:
  /// of the machine.
  RdmaCards(const ClusterParams& machine, std::shared_ptr<network::ShapeIf> shape,
            const model::MpiParams& mpi, const model::RdmaHostParams& copies, std::string text,
            std::uint64_t seed);

  [[nodiscard]] Graph graph() const override { return cluster_.graph(); }
  [[nodiscard]] std::string network() const override { return "InfiniBand"; }
  [[nodiscard]] std::string text() const override { return text_; }
  model::MessageIf& make_messages(const model::MessagePath& path) override;
  model::ClusterTransport& make_transport(const model::ClusterApp& app) override;
  /// Throws UserError: the platform `cluster` runs these.
  schedule::CopyMoverIf& make_copies(const model::MessagePath& path,
                                     const std::vector<model::Schedule>& schedules) override;
  [[noreturn]] void fail_lost(const std::string& cause) override;

  /// Returns the software of a node.
  [[nodiscard]] model::VerbsHost& software(unsigned node) { return cluster_.node(node).software(); }

 private:
  /// Returns each node's software, with queue pairs between all nodes.
  [[nodiscard]] std::vector<model::MpiRank> ranks();

  const std::shared_ptr<network::ShapeIf> shape_;
  const model::MpiParams mpi_;
  const model::RdmaHostParams copies_;
  const std::string text_;
  CardQueues queues_;
  Cluster cluster_;
  std::unique_ptr<model::MpiLibrary> library_;  ///< Null: no messages.
  std::optional<model::MpiMessages> messages_;
  std::unique_ptr<model::MpiTransport> transport_;  ///< Null: no application runs.
};

}  // namespace gf::platforms::cluster
