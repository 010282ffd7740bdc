// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/nvlink_node.h"

#include <fmt/format.h>

#include "core/text_match.h"
#include "platforms/cluster/gpu_preset.h"
#include "tlm_models/machine/planned_nvlink.h"

namespace gf::platforms::cluster {
namespace {

/// What a preset says of the GPU itself, not of what joins GPUs.
bool is_of_the_gpu(const std::string& key) {
  return key == "clock" || key == "policy" || core::begins_with(key, "gpu.") ||
         core::begins_with(key, "pages.");
}

}  // namespace

NvlinkNode::NvlinkNode(const model::MachinePlan& plan)
    : plan_(plan), graph_(*model::nvlink_graph(plan)) {
  node_params_.gpus = graph_.gpus();
  fabric_params_.topology = "file";  // ports with several ways
}

void NvlinkNode::declare(const core::ParamScope& root) {
  if (const auto preset = gpu_preset_of(plan_)) {
    for (const core::IniEntry& entry : preset->entries)
      if (is_of_the_gpu(entry.key))
        root.preset(entry.key, entry.value, fmt::format("{}:{}", preset->path, entry.line));
  }
  node_params_.declare_only(root, {"clock"});
  node_params_.gpu.declare(root.child("gpu"));
  node_params_.pages.declare(root.child("pages"));
  node_params_.dispatch.declare(root.child("dispatch"));
  work_params_.declare(root.child("work"));
  fabric_params_.link.declare_turning(root);
  fabric_params_.link.declare_but_lanes(root.child("nvlink"));
  fabric_params_.declare_port(root.child("nvlink.port"), fabric_params_.port);
  fabric_params_.bridge.declare(root.child("nvlink.switch"));
}

void NvlinkNode::build(const std::vector<model::Schedule>& schedules, std::uint64_t seed) {
  fabric_ = std::make_unique<gpu::NvlinkFabric>(fabric_params_, graph_, plan_.about, seed);
  gpu::GpuCopies::each_pair(schedules, [&](unsigned from, unsigned to, const std::string& copy) {
    fabric_->routes().require(from, to, copy);
  });
  workload_ = gpu::GpuBuffers::make(graph_.gpus(), node_params_.pages.memory, schedules);
  task_workloads_.emplace(schedules, seed);
  task_workloads_->add_data(workload_);
  node_ = std::make_unique<gpu::GpuNode>(
      node_params_, workload_,
      [&](gpu::Gpu& gpu, unsigned number) { fabric_->add_port(gpu, number); });
  fabric_->connect();
  node_->dispatcher().add_client(*fabric_);
}

schedule::CopyMoverIf& NvlinkNode::connect(pcie::ByteCheck* /*byte_check*/) {
  copies_ = std::make_unique<gpu::GpuCopies>(*node_, work_params_, *task_workloads_);
  return *copies_;
}

Graph NvlinkNode::graph() const {
  Graph graph;
  graph.title = plan_.about;
  fabric_->add_to(graph);
  return graph;
}

void NvlinkNode::add_results(std::vector<Result>& results) const {
  results.push_back({"packet_hops", static_cast<double>(fabric_->packet_hops()), "count"});
}

}  // namespace gf::platforms::cluster
