// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "platforms/cluster/cards/apenet_cluster.h"
#include "platforms/cluster/cards/apenet_copies.h"
#include "platforms/cluster/cards/card_if.h"
#include "platforms/cluster/cards/nios_files.h"
#include "workloads/messages/alone.h"
#include "workloads/nodes/rdma_transport.h"

namespace gf::platforms::apenet {

/// Selects what a run records of the cards.
struct CardWatch {
  bool bus = false;           ///< The bus of the card of `node`.
  bool nios = false;          ///< The first `instructions` of its processor.
  unsigned node = 0;          ///< Number of a node.
  unsigned instructions = 0;  ///< Count.
  unsigned peer = 0;          ///< The node whose receive tasks are reported.
};

/// Nodes with APEnet+ cards on a torus, and the RDMA library that drives them.
class ApenetCards final : public cluster::CardIf {
 public:
  /// Divides the nodes among the ranks, if there are several. Throws UserError for what they cannot
  /// watch.
  ApenetCards(ApenetClusterParams params, const model::RdmaTransportParams& rdma,
              const CardWatch& watch, std::uint64_t seed);

  [[nodiscard]] ApenetCluster& nodes() { return *cluster_; }
  [[nodiscard]] Graph graph() const override { return cluster_->graph(); }
  [[nodiscard]] std::string network() const override { return "APEnet+"; }
  [[nodiscard]] std::string text() const override;
  model::MessageIf& make_messages(const model::MessagePath& path) override;
  model::ClusterTransport& make_transport(const model::ClusterApp& app) override;
  schedule::CopyMoverIf& make_copies(const model::MessagePath& path,
                                     const std::vector<model::Schedule>& schedules) override;
  [[nodiscard]] std::unique_ptr<model::Benchmark> make_alone(
      const model::IsolatedPut& put) override {
    return model::make_alone(messages_, put);
  }
  /// Returns the number of buffers for which a card had no room: the most of any node.
  [[nodiscard]] unsigned refused() const;
  void require_buffers() const override;
  [[noreturn]] void fail_lost(const std::string& cause) override { cluster_->fail_lost(cause); }
  [[nodiscard]] cluster::CardWork work() const override;
  void append_results(std::vector<Result>& results) const override;
  void write_files(const core::RunDirectory& directory) const override;
  [[nodiscard]] static Outputs outputs();

 private:
  [[nodiscard]] const hw::apenet::BusAnalyser* analyser() const {
    return cluster_->node(watch_.node).analyser();
  }

  const ApenetClusterParams params_;
  const model::RdmaTransportParams rdma_;
  const CardWatch watch_;
  std::unique_ptr<ApenetCluster> cluster_;
  std::unique_ptr<NiosFiles> nios_files_;
  model::MessageNodes messages_{[this](unsigned node) { return cluster_->acts_here(node); }};
  std::unique_ptr<model::RdmaTransport> transport_;  ///< Null: no application runs.
  std::unique_ptr<ApenetCopies> copies_;             ///< Null: no schedule runs.
};

}  // namespace gf::platforms::apenet
