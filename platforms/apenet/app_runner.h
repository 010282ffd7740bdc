// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/param/param.h"
#include "core/stats/result_value.h"
#include "core/time/watchdog.h"
#include "platforms/apenet/ib_cluster.h"
#include "workloads/nodes/mpi_transport.h"
#include "workloads/nodes/rdma_transport.h"

namespace gf::platforms::apenet {

/// What carries an application.
struct AppRunnerParams {
  CarrierParams carrier;
  model::RdmaTransportParams rdma;  ///< over = apenet

  /// `nodes`: of either machine.
  void declare(const core::ParamScope& root, unsigned nodes);
};

/// Runs an application of as many ranks as there are nodes over a transport, and says where the
/// time went.
class AppRunner {
 public:
  /// Over the cards. `ranks`: the software of each node, and its memories if data travel through
  /// them.
  AppRunner(const AppRunnerParams& params, model::ClusterApp& app,
            const std::vector<model::RdmaRank>& ranks);
  /// Over InfiniBand; `copies`: what a cudaMemcpy takes.
  AppRunner(const AppRunnerParams& params, model::ClusterApp& app,
            const model::RdmaHostParams& copies, const std::vector<model::MpiRank>& ranks);

  /// What nodes of several ranks tell each other. Precondition: over the cards.
  [[nodiscard]] core::RankNotes& notes() { return *cards_; }
  core::RunEndReport run(const core::RunLimits& limits);
  [[nodiscard]] bool done() const { return run_->done(); }  ///< As ClusterRun::done().
  [[nodiscard]] double total() const;                       ///< s, until the last rank has ended.
  [[nodiscard]] double network() const;   ///< s; RankTimes::network of the slowest rank.
  [[nodiscard]] double boundary() const;  ///< s; RankTimes::boundary of the slowest rank.
  /// total, compute, boundary, network, waiting (of the slowest rank each), messages and bytes of
  /// all ranks, compute, network and waiting of each (rank_<i>.*), and network_rate: most bytes
  /// that a rank sends over the longest network time.
  void append_results(std::vector<core::ResultValue>& results) const;
  [[nodiscard]] std::string table() const;  ///< A line a rank.

 private:
  model::ClusterApp& app_;
  // One of them is there.
  std::unique_ptr<model::RdmaTransport> cards_;
  std::unique_ptr<model::MpiTransport> mpi_;
  std::unique_ptr<model::ClusterRun> run_;
};

}  // namespace gf::platforms::apenet
