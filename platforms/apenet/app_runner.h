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

/// Parameters of the transport of an application.
struct AppRunnerParams {
  CarrierParams carrier;
  model::RdmaTransportParams rdma;  ///< over = apenet

  /// `nodes`: of either machine.
  void declare(const core::ParamScope& root, unsigned nodes);
};

/// Runs an application over a transport, with as many ranks as nodes, and reports where the time
/// went.
class AppRunner {
 public:
  /// Runs over the cards. `ranks`: the software of each node, and its memories if data pass through
  /// them.
  AppRunner(const AppRunnerParams& params, model::ClusterApp& app,
            const std::vector<model::RdmaRank>& ranks);
  /// Runs over InfiniBand; `copies`: the times of a cudaMemcpy.
  AppRunner(const AppRunnerParams& params, model::ClusterApp& app,
            const model::RdmaHostParams& copies, const std::vector<model::MpiRank>& ranks);

  /// Notes between nodes of several ranks. Precondition: over the cards.
  [[nodiscard]] core::RankNotes& notes() { return *cards_; }
  core::RunEndReport run(const core::RunLimits& limits);
  [[nodiscard]] bool done() const { return run_->done(); }  ///< See ClusterRun::done().
  [[nodiscard]] double total() const;                       ///< s, until the last rank has ended.
  [[nodiscard]] double network() const;   ///< s; RankTimes::network of the slowest rank.
  [[nodiscard]] double boundary() const;  ///< s; RankTimes::boundary of the slowest rank.
  /// Appends total, compute, boundary, network, waiting and steps (each of the slowest rank),
  /// messages and bytes of all ranks, and compute, network and waiting of each rank (rank_<i>.*).
  /// Also appends network_rate: the most bytes that a rank sends, divided by the longest network
  /// time.
  void append_results(std::vector<core::ResultValue>& results) const;
  [[nodiscard]] static std::vector<core::OutputNote> result_notes();
  [[nodiscard]] std::string table() const;  ///< One line per rank.

 private:
  model::ClusterApp& app_;
  // Exactly one of them is set.
  std::unique_ptr<model::RdmaTransport> cards_;
  std::unique_ptr<model::MpiTransport> mpi_;
  std::unique_ptr<model::ClusterRun> run_;
};

}  // namespace gf::platforms::apenet
