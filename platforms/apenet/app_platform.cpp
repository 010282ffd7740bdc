// SPDX-License-Identifier: Apache-2.0
#include "platforms/apenet/app_platform.h"

#include "core/time/watchdog.h"
#include "platforms/apenet/nodes/processor_choice.h"

namespace gf::platforms::apenet {

AppPlatform::AppPlatform(std::string name, std::unique_ptr<AppCase> app)
    : name_(std::move(name)), app_(std::move(app)) {}

void AppPlatform::declare(core::ParamScope root) {
  params_.declare_shape(root, name_,
                        "size of the torus of nodes, as XxYxZ, with one rank per node");
  params_.declare_only(root, {"bytes"});
  carried_.declare(root, params_.shape.routers());
  app_->declare(root.child("app"));
  declare_processor(root, params_.node.card);
  params_.declare(root);
}

void AppPlatform::build(std::uint64_t seed) {
  model::ClusterApp& app = app_->build(params_.shape.routers(), seed);
  runner_ = carried_.carrier.is_ib() ? over_ib(app, seed) : over_cards(app, seed);
}

std::unique_ptr<AppRunner> AppPlatform::over_cards(model::ClusterApp& app, std::uint64_t seed) {
  params_.require_delivery("for " + name_);
  params_.use_threads();
  cluster_ = std::make_unique<ApenetCluster>(params_, seed);
  std::vector<model::RdmaRank> ranks;
  for (unsigned i = 0; i < cluster_->size(); ++i) {
    ApenetNode& node = cluster_->node(i);
    ranks.push_back({&cluster_->host(i), params_.bytes ? &node.host_memory() : nullptr,
                     params_.bytes ? node.gpu_memory() : nullptr, cluster_->acts_here(i)});
  }
  auto runner = std::make_unique<AppRunner>(carried_, app, ranks);
  if (cluster_->cut() != nullptr) cluster_->cut()->carry(runner->notes());
  return runner;
}

std::unique_ptr<AppRunner> AppPlatform::over_ib(model::ClusterApp& app, std::uint64_t seed) {
  carried_.carrier.refuse_several_ranks();
  ib_cluster_ = std::make_unique<IbCluster>(carried_.carrier.ib, seed);
  return std::make_unique<AppRunner>(carried_, app, params_.software, ib_cluster_->ranks());
}

Graph AppPlatform::graph() const {
  return cluster_ != nullptr ? cluster_->graph() : ib_cluster_->graph();
}

core::RunEndReport AppPlatform::simulate(const core::RunLimits& limits) {
  return runner_->run(limits);
}

void AppPlatform::judge(RunOutcome& outcome) {
  if (!runner_->done()) return;
  const std::string wrong = app_->check();
  if (wrong.empty()) return;
  outcome.code = core::ExitCode::kCheckFailed;
  outcome.reason = wrong;
}

std::vector<Result> AppPlatform::results() const {
  std::vector<Result> results;
  runner_->append_results(results);
  if (runner_->done()) app_->append_results(*runner_, results);
  return results;
}

std::string AppPlatform::table() const { return app_->title() + runner_->table(); }

}  // namespace gf::platforms::apenet
