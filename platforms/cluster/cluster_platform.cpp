// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/cluster_platform.h"

#include <fmt/format.h>

#include "core/base/error.h"
#include "platforms/cluster/apenet_nodes.h"
#include "platforms/cluster/networked_nodes.h"
#include "platforms/cluster/plan/gpu_preset.h"
#include "platforms/cluster/plan_proof.h"
#include "platforms/cluster/planned_node.h"
#include "platforms/cluster/whole_node.h"
#include "tlm_models/machine/machine_entries.h"
#include "tlm_models/machine/machine_presets.h"

namespace gf::platforms::cluster {
namespace {

/// Returns whether the GPUs of `plan` have SMs and memory, according to `gpu_model`.
bool are_full(const model::MachinePlan& plan, const std::string& gpu_model) {
  if (plan.of_kind(model::DeviceKind::kGpu).empty()) return false;
  const bool nvlink = plan.has(model::LinkFamily::kNvlink);
  if (gpu_model == "endpoint" && nvlink)
    core::fail_config("", "gpu_model", gpu_model, "auto or full for " + plan.name,
                      "NVLink needs GPUs with a modelled memory");
  return gpu_model == "auto" ? nvlink : gpu_model == "full";
}

std::unique_ptr<SystemIf> system_of(const std::optional<model::MachinePlan>& plan,
                                    const std::string& gpu_model) {
  if (!plan) return std::make_unique<NetworkedNodes>();
  if (has_apenet_cards(*plan)) return std::make_unique<ApenetNodes>(*plan);
  const auto full = [&](const model::MachinePlan& one) { return are_full(one, gpu_model); };
  if (plan->network) return std::make_unique<NetworkedNodes>(&*plan, full);
  if (full(*plan)) return std::make_unique<WholeNode>(*plan);
  return std::make_unique<PlannedNode>(*plan);
}

}  // namespace

ClusterPlatform::~ClusterPlatform() = default;

Outputs ClusterPlatform::outputs() const {
  return schedule_.outputs() +
         Outputs{{pcie::kTlpHops.only("over PCIe"), gpu::kPacketHops.only("over NVLink"),
                  PlannedNode::kSocketBytes, kBytesStaged, pcie::kBytesCompared,
                  NetworkedNodes::kBytesByTree, NetworkedNodes::kBytesByNvlink,
                  NetworkedNodes::kBytesByNetwork, network::kFlitHops.only("with a network"),
                  kSegmentsAgain}};
}

void ClusterPlatform::declare(core::ParamScope root) {
  root.add("machine", machine_,
           "machine of each node: " + model::machine_preset_list() +
               ", or a file FILE.ini (docs/machines.md); empty: nodes of node.gpus GPUs",
           "none", core::names_file(model::machine_file, model::files_of_machine));
  if (!machine_.empty()) plan_.emplace(model::make_machine(machine_));
  if (plan_) prove(*plan_);  // a machine that `check` refuses does not run
  preset_parameters(root, true);
  root.add("workload", workload_,
           "generated copies or collectives, as kind:key=value,... (docs/workloads.md)", "none");
  root.add("real_bytes", real_bytes_,
           "whether copies transfer real data, which is compared at the destination", "none");
  root.add("gpu_model", gpu_model_,
           "model of a GPU in a machine file: only a PCIe endpoint (endpoint), or also SMs, memory "
           "and a PROACT unit (full); auto: full if the machine has NVLink",
           "assumed", core::one_of({"auto", "endpoint", "full"}));
  if (plan_) declare_rates(root);
  system_ = system_of(plan_, gpu_model_);
  system_->preset(root);
  preset_parameters(root, false);
  schedule_.set(system_->computes());
  schedule_.declare(root);
  memory_params_.declare(root.child("memory"));
  system_->declare(root);
}

void ClusterPlatform::preset_parameters(const core::ParamScope& root, bool first) const {
  if (!plan_) return;
  for (const model::PlannedSetting& setting : plan_->parameters) {
    const bool is_first =
        setting.name == "workload" || setting.name == "real_bytes" || setting.name == "gpu_model";
    if (is_first == first)
      root.preset(setting.name, setting.value,
                  fmt::format("{}:{}", setting.place.file, setting.place.line));
  }
}

void ClusterPlatform::declare_rates(const core::ParamScope& root) {
  const auto preset = gpu_preset_of(*plan_);
  if (!preset) return;
  schedule_.params().memory_rate = preset->memory_rate;
  if (preset->compute_rate) {
    schedule_.params().compute_rate = preset->compute_rate->value;
    root.cite("compute_rate", preset->compute_rate->source);
  }
  // GPUs with SMs and memory do the work themselves and have no rate.
  if (!are_full(*plan_, gpu_model_)) root.cite("memory_rate", preset->source);
}

void ClusterPlatform::build(std::uint64_t seed) {
  const model::MachinePlan* const machine = plan_ ? &*plan_ : nullptr;
  std::vector<model::Schedule> schedules =
      schedule_.make(workload_, {system_->devices(), system_->hosts(), machine}, seed);
  system_->build(schedules, real_bytes_, seed);
  if (real_bytes_) byte_check_ = system_->check_bytes(memory_params_, seed);
  schedule_.build(system_->connect(byte_check_.get()), std::move(schedules));
}

void ClusterPlatform::judge(RunOutcome& outcome) {
  if (const std::string lost = system_->lost(); !lost.empty()) {
    // This is no cycle of waits: data behind a failed queue pair never arrives.
    outcome.reason = lost + ", so the schedule cannot end\n" + outcome.reason;
    return;
  }
  if (schedule_.judge(outcome)) return;
  if (const core::ErrorList errors = system_->errors(); !errors.empty()) {
    outcome.code = core::ExitCode::kCheckFailed;
    outcome.reason = fmt::format("{}", fmt::join(errors.lines(), "\n"));
    return;
  }
  if (byte_check_ == nullptr || byte_check_->difference().empty()) return;
  outcome.code = core::ExitCode::kCheckFailed;
  outcome.reason = byte_check_->difference();
}

std::vector<Result> ClusterPlatform::results() const {
  std::vector<Result> results = schedule_.results();
  system_->add_results(results);
  if (byte_check_ != nullptr)
    results.push_back(pcie::kBytesCompared.result(byte_check_->bytes_compared()));
  return results;
}

void ClusterPlatform::write_files(const core::RunDirectory& directory) const {
  schedule_.write_tasks(directory);
  schedule_.write_record(directory);
}

}  // namespace gf::platforms::cluster
