// SPDX-License-Identifier: Apache-2.0
#include "platforms/apenet/app_platform.h"

#include <fmt/format.h>
#include <ostream>

#include "platforms/run_end.h"

namespace gf::platforms::apenet {

AppPlatform::AppPlatform(std::string name, std::unique_ptr<AppCase> app)
    : name_(std::move(name)), app_(std::move(app)) {}

void AppPlatform::declare(core::ParamScope root) {
  std::string shape = to_text(params_.shape);
  root.add("shape", shape, "nodes of the torus, XxYxZ; a rank each",
           "[APENET13]: eight nodes, 4x2");
  params_.shape = parse_shape(name_, "shape", shape);
  root.add("bytes", params_.bytes, "data travel through buses and memories, not beside them",
           "assumed");
  carried_.declare(root);
  app_->declare(root.child("app"));
  params_.declare(root);
}

void AppPlatform::build(std::uint64_t seed) {
  model::ClusterApp& app = app_->build(params_.shape.nodes(), seed);
  std::vector<model::RdmaRank> ranks;
  if (carried_.on_cards()) {
    params_.require_delivery("for " + name_);
    cluster_ = std::make_unique<Cluster>(params_, seed);
    for (unsigned i = 0; i < cluster_->size(); ++i) {
      Node& node = cluster_->node(i);
      ranks.push_back({&cluster_->host(i), params_.bytes ? &node.host_memory() : nullptr,
                       params_.bytes ? node.gpu_memory() : nullptr});
    }
  }
  runner_ = std::make_unique<AppRunner>(carried_, app, ranks);
}

void AppPlatform::print_topology(std::ostream& out, const std::string& format) const {
  print_torus(out, format, params_.shape);
}

RunOutcome AppPlatform::run(const RunContext& context) {
  RunOutcome outcome;
  note_end(runner_->run(run_limits(context)), outcome);
  runner_->append_results(outcome.results);
  outcome.table = app_->title() + runner_->table();
  if (!runner_->done()) return outcome;
  app_->append_results(*runner_, outcome.results);
  const std::string wrong = app_->check();
  if (!wrong.empty()) {
    outcome.code = core::ExitCode::kCheckFailed;
    outcome.reason = wrong;
  }
  return outcome;
}

}  // namespace gf::platforms::apenet
