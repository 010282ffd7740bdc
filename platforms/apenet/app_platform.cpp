// SPDX-License-Identifier: Apache-2.0
#include "platforms/apenet/app_platform.h"

#include <fmt/format.h>

#include "core/time/watchdog.h"
#include "platforms/cluster/cards/processor_choice.h"

namespace gf::platforms::apenet {
namespace {

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

}  // namespace

AppPlatform::AppPlatform(std::string name, std::unique_ptr<AppCase> app)
    : name_(std::move(name)), app_(std::move(app)) {}

Outputs AppPlatform::outputs() const {
  return Outputs{{kTotal, kCompute, kBoundary, kNetwork, kWaiting, kSteps, kMessages, kBytes,
                  kRankCompute, kRankNetwork, kRankWaiting, kNetworkRate}} +
         Outputs{app_->result_notes()};
}

void AppPlatform::declare(core::ParamScope root) {
  choice_.cards.declare_shape(root, name_,
                              "size of the torus of nodes, as XxYxZ, with one rank per node");
  choice_.cards.declare_only(root, {"bytes"});
  choice_.declare(root);
  choice_.rdma.declare(root);
  choice_.ib.declare(root.child("ib"), choice_.nodes());
  // A kernel's launch costs the same with either network, so the parameter exists once.
  choice_.ib.mpi.launch = choice_.rdma.launch;
  app_->declare(root.child("app"));
  declare_processor(root, choice_.cards.node.card);
  choice_.cards.declare(root);
}

void AppPlatform::build(std::uint64_t seed) {
  model::ClusterApp& app = app_->build(choice_.nodes(), seed);
  if (!choice_.is_ib()) choice_.cards.require_delivery("for " + name_);
  cards_ = choice_.make({}, seed);
  model::ClusterTransport& transport = cards_->make_transport(app);
  run_ = std::make_unique<model::ClusterRun>(app, transport);
  transport.attach(*run_);  // run and transport refer to each other: one is set later
}

core::RunEndReport AppPlatform::simulate(const core::RunLimits& limits) {
  const core::RunEndReport end = core::run_simulation(limits);
  cards_->require_buffers();
  return end;
}

void AppPlatform::judge(RunOutcome& outcome) {
  if (!run_->done()) return;
  const std::string wrong = app_->check();
  if (wrong.empty()) return;
  outcome.code = core::ExitCode::kCheckFailed;
  outcome.reason = wrong;
}

std::vector<Result> AppPlatform::results() const {
  std::vector<Result> results;
  const model::RankTimes slowest = run_->slowest();
  std::uint64_t messages = 0, bytes = 0;
  for (const model::RankTimes& times : run_->times()) {
    messages += times.messages;
    bytes += times.bytes;
  }
  results.push_back(kTotal.result(seconds(run_->total())));
  results.push_back(kCompute.result(seconds(slowest.compute)));
  results.push_back(kBoundary.result(seconds(slowest.boundary)));
  results.push_back(kNetwork.result(seconds(slowest.network)));
  results.push_back(kWaiting.result(seconds(slowest.waiting)));
  results.push_back(kSteps.result(slowest.steps));
  results.push_back(kMessages.result(messages));
  results.push_back(kBytes.result(bytes));
  for (unsigned rank = 0; rank < run_->times().size(); ++rank) {
    const model::RankTimes& times = run_->times()[rank];
    const std::string number = std::to_string(rank);
    results.push_back(kRankCompute.result(seconds(times.compute), number));
    results.push_back(kRankNetwork.result(seconds(times.network), number));
    results.push_back(kRankWaiting.result(seconds(times.waiting), number));
  }
  // A run on one node sends nothing, so there is no network time to divide by.
  if (slowest.network > 0)
    results.push_back(
        kNetworkRate.result(static_cast<double>(slowest.bytes) / seconds(slowest.network)));
  if (run_->done()) app_->append_results(*run_, results);
  return results;
}

std::string AppPlatform::table() const {
  std::string text =
      app_->title() + fmt::format("# {:>4}{:>14}{:>14}{:>14}{:>14}{:>10}{:>12}\n", "Rank",
                                  "Total (ms)", "Compute (ms)", "Network (ms)", "Waiting (ms)",
                                  "Messages", "MB sent");
  for (unsigned rank = 0; rank < run_->times().size(); ++rank) {
    const model::RankTimes& times = run_->times()[rank];
    text += fmt::format("{:>6}{:>14.4f}{:>14.4f}{:>14.4f}{:>14.4f}{:>10}{:>12.4f}\n", rank,
                        seconds(times.total) * 1e3, seconds(times.compute) * 1e3,
                        seconds(times.network) * 1e3, seconds(times.waiting) * 1e3, times.messages,
                        static_cast<double>(times.bytes) * 1e-6);
  }
  return text;
}

}  // namespace gf::platforms::apenet
