// SPDX-License-Identifier: Apache-2.0
// A platform: n GPUs under one switch that all send to GPU 0.
//   gpufabric --plugin ./incast.so run pcie_incast --senders 4
#include <deque>
#include <optional>

#include "core/run/plugin.h"
#include "core/time/watchdog.h"
#include "platforms/pcie/endpoint_tree.h"
#include "platforms/platform.h"
#include "tlm_models/topology/pcie/pcie_presets.h"

namespace {

using namespace gf;

/// Parameters of the messages.
struct IncastParams : core::ParamGroup {
  core::Param<unsigned> senders =
      param("senders", 3u, "GPUs that send to GPU 0", "assumed", core::between(1u, 15u));
  core::Param<core::Bytes> bytes = param("bytes", core::mebibytes(1), "message of each", "assumed",
                                         core::at_least(core::Bytes(1)));
};

constexpr platforms::Note kRate{"gpu*.rate", "B/s",
                                "rate of a GPU's message, from its start to its end"};

class IncastPlatform final : public platforms::Platform {
 public:
  [[nodiscard]] platforms::Outputs outputs() const override { return {{kRate}}; }
  void declare(core::ParamScope root) override {
    params_.declare(root);
    tree_.emplace(model::pcie_tree_balanced(model::PcieNodeKind::kSwitch, {params_.senders + 1}));
    machine_params_.emplace(*tree_);
    machine_params_->declare(*tree_, root);
  }
  void build(std::uint64_t seed) override {
    machine_ = std::make_unique<platforms::pcie::EndpointTree>(*tree_, *machine_params_, seed);
  }
  [[nodiscard]] platforms::Graph graph() const override {
    platforms::Graph graph;
    machine_->add_to(graph, [this](unsigned gpu) -> platforms::Graph::Node {
      return {machine_->gpu(gpu).name(), "gpu", gpu};
    });
    return graph;
  }

 protected:
  core::RunEndReport simulate(const core::RunLimits& limits) override {
    for (unsigned gpu = 1; gpu <= params_.senders; ++gpu) {
      hw::pcie::Flow& flow = flows_.emplace_back();
      flow.source = gpu;
      flow.bytes = params_.bytes.count();
      hw::pcie::CopyRequest copy;
      copy.flow = &flow;
      copy.window = machine_->gpu(0).window();
      machine_->gpu(gpu).copy_engine.submit(copy);
    }
    return core::run_simulation(limits);
  }
  [[nodiscard]] std::vector<platforms::Result> results() const override {
    std::vector<platforms::Result> results;
    for (const hw::pcie::Flow& flow : flows_) {
      if (flow.finished == core::kNever) continue;  // the run was stopped before
      const double seconds = core::to_time(flow.finished).to_seconds();
      results.push_back(
          kRate.result(static_cast<double>(flow.bytes) / seconds, std::to_string(flow.source)));
    }
    return results;
  }

 private:
  IncastParams params_;
  std::optional<model::PcieTree> tree_;
  std::optional<platforms::pcie::EndpointTreeParams> machine_params_;
  std::unique_ptr<platforms::pcie::EndpointTree> machine_;
  std::deque<hw::pcie::Flow> flows_;  ///< One per sender; elements keep their addresses.
};

}  // namespace

GF_PLUGIN() {
  platforms::platform_registry().add({"pcie_incast", "GPUs under one switch that all send to GPU 0",
                                      "example",
                                      [] { return std::make_unique<IncastPlatform>(); }});
}
