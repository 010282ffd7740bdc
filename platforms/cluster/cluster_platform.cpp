// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/cluster_platform.h"

#include <fmt/format.h>

#include "core/error.h"
#include "platforms/cluster/gpu_preset.h"
#include "platforms/cluster/planned_ports.h"
#include "tlm_models/machine/machine_presets.h"

namespace gf::platforms::cluster {

using model::DeviceKind;
using model::LinkFamily;

ClusterPlatform::~ClusterPlatform() = default;

void ClusterPlatform::declare(core::ParamScope root) {
  root.add(
      "machine", machine_,
      "the machine: " + model::machine_preset_list() + ", or a file FILE.ini (docs/machines.md)",
      "assumed", core::names_file(model::machine_file));
  root.add("workload", workload_,
           "copies or collectives of a generator, as kind:key=value,... (docs/workloads.md)",
           "assumed");
  root.add("real_bytes", real_bytes_,
           "whether copies carry bytes that are compared at their destinations", "assumed");
  plan_ = model::make_machine(machine_);
  choose_tree();
  for (const model::PlannedSetting& setting : plan_.parameters)
    root.preset(setting.name, setting.value,
                fmt::format("{}:{}", setting.place.file, setting.place.line));
  if (const auto preset = gpu_preset_of(plan_)) {
    schedule_.params().memory_rate = preset->memory_rate;
    root.cite("memory_rate", preset->source);
  }
  schedule_.declare(root);
  memory_params_.declare(root.child("memory"));
  tree_params_.emplace(planned_params(*tree_));
  tree_params_->declare(tree_->tree, root);
}

void ClusterPlatform::choose_tree() {
  const std::size_t gpus = plan_.of_kind(DeviceKind::kGpu).size();
  if (plan_.has(LinkFamily::kNvlink))
    core::fail_config("", "machine", machine_, "a machine whose GPUs hang on one PCIe tree",
                      "gpufabric check and topology know NVLink machines; none runs yet here");
  for (model::PlannedTree& tree : model::pcie_trees(plan_)) {
    std::size_t here = 0;
    for (const unsigned device : tree.devices)
      here += plan_.devices[device].kind == DeviceKind::kGpu ? 1 : 0;
    if (here == gpus && gpus > 0) tree_.emplace(std::move(tree));
  }
  if (!tree_)
    core::fail_config("", "machine", machine_,
                      fmt::format("a machine whose {} GPUs hang on one PCIe tree", gpus),
                      "socket links join root complexes to one");
}

void ClusterPlatform::build(std::uint64_t seed) {
  const auto gpus = static_cast<unsigned>(plan_.of_kind(DeviceKind::kGpu).size());
  const bool gpus_alone = gpus == tree_->tree.device_count();
  std::vector<model::Schedule> schedules = gpus_alone ? schedule_.make(workload_, tree_->tree, seed)
                                                      : schedule_.make(workload_, gpus, seed);
  hardware_ = std::make_unique<pcie::EndpointTree>(tree_->tree, *tree_params_, seed);
  if (real_bytes_)
    byte_check_ = std::make_unique<pcie::ByteCheck>(*hardware_, memory_params_, seed);
  copies_ = std::make_unique<pcie::TreeCopies>(*hardware_, byte_check_.get());
  schedule_.build(*copies_, std::move(schedules));
}

Graph ClusterPlatform::graph() const {
  Graph graph;
  graph.title = plan_.about;
  hardware_->add_to(graph, [this](unsigned number) -> Graph::Node {
    const unsigned device = tree_->devices[tree_->tree.device_node(number)];
    const DeviceKind kind = plan_.devices[device].kind;
    Graph::Node node{hardware_->gpu(number).name(), std::string(to_text(kind))};
    if (kind == DeviceKind::kGpu) node.number = number;
    return node;
  });
  for (std::size_t i = 0; i < graph.links.size(); ++i) {
    const model::PlannedLink& link = *tree_->up[i + 1];  // as the tree numbers its nodes
    if (link.spec) graph.links[i].detail = to_text(*link.spec);
  }
  return graph;
}

void ClusterPlatform::judge(RunOutcome& outcome) {
  if (schedule_.judge(outcome)) return;
  if (byte_check_ == nullptr || byte_check_->difference().empty()) return;
  outcome.code = core::ExitCode::kCheckFailed;
  outcome.reason = byte_check_->difference();
}

double ClusterPlatform::socket_bytes() const {
  const model::PcieTree& tree = tree_->tree;
  double bytes = 0;
  for (unsigned i = 0; i < tree.nodes().size(); ++i) {
    if (!tree.is_socket(i)) continue;
    const model::PcieNode& node = tree.node(i);
    bytes += static_cast<double>(
        hardware_->tx(i, node.up_port()).stats().wire_bytes.value() +
        hardware_->tx(node.parent, node.parent_port).stats().wire_bytes.value());
  }
  return bytes;
}

std::vector<Result> ClusterPlatform::results() const {
  std::vector<Result> results = schedule_.results();
  results.push_back({"tlp_hops", static_cast<double>(hardware_->tlp_hops()), "count"});
  if (plan_.has(LinkFamily::kSocket)) results.push_back({"socket_bytes", socket_bytes(), "B"});
  if (byte_check_ != nullptr)
    results.push_back({"bytes_compared", static_cast<double>(byte_check_->bytes_compared()), "B"});
  return results;
}

void ClusterPlatform::write_files(const core::RunDirectory& directory) const {
  schedule_.write_tasks(directory);
  schedule_.write_record(directory);
}

}  // namespace gf::platforms::cluster
