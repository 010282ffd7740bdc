// SPDX-License-Identifier: Apache-2.0
#include "platforms/apenet/apenet_platform.h"

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/time/watchdog.h"
#include "platforms/refuse_ranks.h"

namespace gf::platforms::apenet {
namespace {

constexpr std::uint64_t kMostReceived = 1ull << 30;  ///< Bytes of a node's destination buffer.

}  // namespace

ApenetPlatform::ApenetPlatform(Kind kind) : kind_(kind) {
  if (kind == Kind::kCluster) return;
  settings_.test = "bw";
  settings_.peer = 0;
}

const char* ApenetPlatform::name() const {
  return kind_ == Kind::kCluster ? "apenet_cluster" : "apenet_node";
}

Outputs ApenetPlatform::outputs() const {
  const Outputs outputs = BenchmarkRun::outputs() + ApenetCards::outputs();
  return kind_ == Kind::kCluster ? outputs + schedule_.outputs() : outputs;
}

void ApenetPlatform::declare(core::ParamScope root) {
  if (kind_ == Kind::kCluster) {
    choice_.cards.declare_shape(root, name(), "size of the torus of nodes, as XxYxZ");
    if (choice_.nodes() == 1) settings_.peer = 0;
    schedule_.declare(root);
    schedule_.declare_workload(root);
    choice_.declare(root);
    if (choice_.is_ib()) choice_.ib.declare(root.child("ib"), choice_.nodes());
  } else {
    // A single node has no torus: whatever the default shape, the platform is one looped-back card.
    choice_.cards.shape = {};
  }
  settings_.declare(root);
  // Declared before the card's own parameters, which then show the choices of the short names as
  // defaults. A long name still overrides a short one.
  declare_short_names(root, settings_, choice_.cards.node.card);
  choice_.cards.declare(root);
}

bool ApenetPlatform::keep_only(const std::string& flow) {
  if (schedule_.wanted() || choice_.is_ib()) return false;
  alone_ = model::IsolatedPut::parse(flow);
  if (!alone_ || alone_->from >= choice_.nodes() || alone_->put.node >= choice_.nodes())
    throw core::UserError(core::ExitCode::kUsage,
                          fmt::format("{}: not a message that can be sent alone; gpufabric why RUN "
                                      "'message 0->1' shows a message of a run and its time alone",
                                      core::excerpt(flow)));
  return true;
}

void ApenetPlatform::check_settings() const {
  settings_.validate(name(), choice_.nodes());
  if (choice_.is_ib())
    settings_.require_library(name(), choice_.nodes());
  else if (settings_.test != "read")
    choice_.cards.require_delivery("with test = " + settings_.test);
  if (schedule_.wanted() && settings_.path().staged())
    core::fail_config(name(), "staging", settings_.staging, "none with a schedule",
                      "copies of a schedule go from buffer to buffer");
  if (kind_ != Kind::kCluster && !core::ranks().alone())
    refuse_ranks("apenet_node", "it is one node");
}

void ApenetPlatform::build(std::uint64_t seed) {
  check_settings();
  cards_ = choice_.make(settings_.watch(), seed);
  if (schedule_.wanted())
    build_schedule(seed);
  else
    build_benchmark();
}

void ApenetPlatform::build_schedule(std::uint64_t seed) {
  std::vector<model::Schedule> schedules = schedule_.make(choice_.nodes(), seed);
  schedule::CopyMoverIf& copies = cards_->make_copies(settings_.path(), schedules);
  schedule_.build(copies, std::move(schedules));
}

void ApenetPlatform::build_benchmark() {
  benchmark_.emplace(settings_, *cards_, choice_.cards.shape, alone_);
  // Checked only here, because the number of senders of a node depends on the benchmark just made.
  if (!choice_.is_ib() && benchmark_->received() > kMostReceived)
    core::fail_config(name(), "max", core::to_text(settings_.max),
                      fmt::format("at most 1 GiB for all {} senders of a node",
                                  benchmark_->received() / settings_.max.count()),
                      "lower it");
}

RunProgress ApenetPlatform::progress() const {
  return benchmark_ ? benchmark_->progress() : schedule_.progress();
}

void ApenetPlatform::judge(RunOutcome& outcome) {
  if (!benchmark_) schedule_.judge(outcome);
}

core::RunEndReport ApenetPlatform::simulate(const core::RunLimits& limits) {
  if (benchmark_) return benchmark_->simulate(limits);
  const core::RunEndReport end = core::run_simulation(limits);
  cards_->require_buffers();
  return end;
}

std::string ApenetPlatform::table() const {
  return benchmark_ ? benchmark_->table() : schedule_.table();
}

std::vector<Result> ApenetPlatform::results() const {
  std::vector<Result> results = benchmark_ ? benchmark_->results() : schedule_.results();
  cards_->append_results(results);
  return results;
}

void ApenetPlatform::write_files(const core::RunDirectory& directory) const {
  if (benchmark_) {
    benchmark_->write(directory);
  } else {
    schedule_.write_tasks(directory);
    schedule_.write_record(directory);
  }
  cards_->write_files(directory);
}

}  // namespace gf::platforms::apenet
