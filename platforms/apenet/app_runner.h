// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/param.h"
#include "core/result_value.h"
#include "core/watchdog.h"
#include "tlm_models/work/nodes/loggp_transport.h"
#include "tlm_models/work/nodes/rdma_transport.h"

namespace gf::platforms::apenet {

/// What carries an application.
struct AppRunnerParams : core::ParamGroup {
  core::Param<std::string> over =
      param("over", "apenet",
            "transport of messages: the cards, or MVAPICH2 over InfiniBand modelled by LogGP",
            "[APENET13]: both clusters", core::one_of({"apenet", "ib"}));
  model::RdmaTransportParams rdma;  ///< over = apenet
  model::LogGpParams ib;            ///< over = ib

  void declare(const core::ParamScope& root);
  [[nodiscard]] bool on_cards() const { return over == "apenet"; }
};

/// Runs an application of as many ranks as there are nodes over the cards of a cluster, or over the
/// yardstick, which needs none, and says where the time went.
class AppRunner {
 public:
  /// `ranks`: the software of each node, and its memories if data travel through them.
  AppRunner(const AppRunnerParams& params, model::ClusterApp& app,
            const std::vector<model::RdmaRank>& ranks);

  core::RunEndReport run(const core::RunLimits& limits);
  [[nodiscard]] bool done() const { return run_->done(); }
  [[nodiscard]] double total() const;     ///< s, until the last rank has ended.
  [[nodiscard]] double network() const;   ///< s; RankTimes::network of the slowest rank.
  [[nodiscard]] double boundary() const;  ///< s; RankTimes::boundary of the slowest rank.
  /// total, compute, boundary, network, waiting (of the slowest rank each), messages and bytes of
  /// all ranks, compute, network and waiting of each (rank_<i>.*), and network_rate: most bytes
  /// that a rank sends over the longest network time.
  void append_results(std::vector<core::ResultValue>& results) const;
  [[nodiscard]] std::string table() const;  ///< A line a rank.

 private:
  model::ClusterApp& app_;
  std::unique_ptr<model::RdmaTransport> cards_;       ///< Null over the yardstick.
  std::unique_ptr<model::LogGpTransport> yardstick_;  ///< Null over the cards.
  std::unique_ptr<model::ClusterRun> run_;
};

}  // namespace gf::platforms::apenet
