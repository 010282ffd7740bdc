// SPDX-License-Identifier: Apache-2.0
#include "platforms/apenet/app_runner.h"

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/ticks.h"

namespace gf::platforms::apenet {
namespace {

using Note = core::OutputNote;

constexpr Note kTotal{"total", "s", "time of the application"};
constexpr Note kCompute{"compute", "s", "time of the kernels, of the slowest rank"};
constexpr Note kBoundary{"boundary", "s",
                         "time of the kernels for which messages waited, of the slowest rank"};
constexpr Note kNetwork{
    "network", "s", "time of the messages, to the last arrival of each step, of the slowest rank"};
constexpr Note kWaiting{"waiting", "s",
                        "time of the messages that kernels do not hide, of the slowest rank"};
constexpr Note kSteps{"steps", "count", "steps of the algorithm"};
constexpr Note kMessages{"messages", "count", "messages of all ranks"};
constexpr Note kBytes{"bytes", "B", "data bytes of all messages"};
constexpr Note kRankCompute{"rank_*.compute", "s", "time of a rank's kernels"};
constexpr Note kRankNetwork{"rank_*.network", "s", "time of a rank's messages"};
constexpr Note kRankWaiting{"rank_*.waiting", "s",
                            "time of a rank's messages that its kernels do not hide"};
constexpr Note kNetworkRate{"network_rate", "B/s",
                            "data bytes per second while the slowest rank exchanges",
                            "two ranks and more"};

double seconds(core::Ticks ticks) { return core::to_time(ticks).to_seconds(); }

}  // namespace

void AppRunnerParams::declare(const core::ParamScope& root, unsigned nodes) {
  carrier.declare(root);
  rdma.declare(root);
  carrier.declare_ib(root, nodes);
  // A kernel's launch costs the same with either network, so the parameter exists once.
  carrier.mpi.launch = rdma.launch;
}

AppRunner::AppRunner(const AppRunnerParams& params, model::ClusterApp& app,
                     const std::vector<model::RdmaRank>& ranks)
    : app_(app),
      cards_(std::make_unique<model::RdmaTransport>("apps", params.rdma, app, ranks)),
      run_(std::make_unique<model::ClusterRun>(app, *cards_)) {
  cards_->attach(*run_);  // run and transport refer to each other: one is set later
}

AppRunner::AppRunner(const AppRunnerParams& params, model::ClusterApp& app,
                     const model::RdmaHostParams& copies, const std::vector<model::MpiRank>& ranks)
    : app_(app),
      mpi_(std::make_unique<model::MpiTransport>("apps", params.carrier.mpi, copies, app, ranks)),
      run_(std::make_unique<model::ClusterRun>(app, *mpi_)) {
  mpi_->attach(*run_);
}

core::RunEndReport AppRunner::run(const core::RunLimits& limits) {
  core::RunEndReport end = core::run_simulation(limits);
  if (cards_ && cards_->refused() > 0) {
    core::fail_config("card", "buf_list", "full",
                      fmt::format("room for {} more buffers on all nodes", cards_->refused()),
                      "raise it or use fewer nodes: a card refused to register a buffer");
  }
  return end;
}

double AppRunner::total() const { return seconds(run_->total()); }
double AppRunner::network() const { return seconds(run_->slowest().network); }
double AppRunner::boundary() const { return seconds(run_->slowest().boundary); }

std::vector<core::OutputNote> AppRunner::result_notes() {
  return {kTotal,    kCompute, kBoundary,    kNetwork,     kWaiting,     kSteps,
          kMessages, kBytes,   kRankCompute, kRankNetwork, kRankWaiting, kNetworkRate};
}

void AppRunner::append_results(std::vector<core::ResultValue>& results) const {
  const model::RankTimes slowest = run_->slowest();
  std::uint64_t messages = 0, bytes = 0;
  for (const model::RankTimes& times : run_->times()) {
    messages += times.messages;
    bytes += times.bytes;
  }
  results.push_back(kTotal.result(total()));
  results.push_back(kCompute.result(seconds(slowest.compute)));
  results.push_back(kBoundary.result(seconds(slowest.boundary)));
  results.push_back(kNetwork.result(seconds(slowest.network)));
  results.push_back(kWaiting.result(seconds(slowest.waiting)));
  results.push_back(kSteps.result(slowest.steps));
  results.push_back(kMessages.result(messages));
  results.push_back(kBytes.result(bytes));
  for (unsigned rank = 0; rank < app_.ranks(); ++rank) {
    const model::RankTimes& times = run_->times()[rank];
    const std::string number = std::to_string(rank);
    results.push_back(kRankCompute.result(seconds(times.compute), number));
    results.push_back(kRankNetwork.result(seconds(times.network), number));
    results.push_back(kRankWaiting.result(seconds(times.waiting), number));
  }
  // A run on one node sends nothing, so there is no network time to divide by.
  if (slowest.network == 0) return;
  results.push_back(
      kNetworkRate.result(static_cast<double>(slowest.bytes) / seconds(slowest.network)));
}

std::string AppRunner::table() const {
  std::string text =
      fmt::format("# {:>4}{:>14}{:>14}{:>14}{:>14}{:>10}{:>12}\n", "Rank", "Total (ms)",
                  "Compute (ms)", "Network (ms)", "Waiting (ms)", "Messages", "MB sent");
  for (unsigned rank = 0; rank < app_.ranks(); ++rank) {
    const model::RankTimes& times = run_->times()[rank];
    text += fmt::format("{:>6}{:>14.4f}{:>14.4f}{:>14.4f}{:>14.4f}{:>10}{:>12.4f}\n", rank,
                        seconds(times.total) * 1e3, seconds(times.compute) * 1e3,
                        seconds(times.network) * 1e3, seconds(times.waiting) * 1e3, times.messages,
                        static_cast<double>(times.bytes) * 1e-6);
  }
  return text;
}

}  // namespace gf::platforms::apenet
