// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/node_gpus.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "core/text_match.h"
#include "platforms/gpu/gpu_copies.h"
#include "tlm_models/machine/planned_nvlink.h"

namespace gf::platforms::cluster {
namespace {

/// What a preset says of the GPU itself, not of what joins GPUs.
bool is_of_the_gpu(const std::string& key) {
  return key == "clock" || key == "policy" || core::begins_with(key, "gpu.") ||
         core::begins_with(key, "pages.");
}

core::Bytes power_of_two_from(core::Bytes least) {
  std::uint64_t bytes = 1;
  while (bytes < least.count()) bytes *= 2;
  return core::Bytes(bytes);
}

}  // namespace

NodeGpusParams::NodeGpusParams(const model::MachinePlan& plan)
    : about(plan.about), graph(*model::nvlink_graph(plan)), preset(gpu_preset_of(plan)) {
  node.gpus = graph.gpus();
  fabric.topology = "file";  // ports with several ways
}

void NodeGpusParams::declare(const core::ParamScope& scope) {
  if (preset) {
    for (const core::IniEntry& entry : preset->entries)
      if (is_of_the_gpu(entry.key))
        scope.preset(entry.key, entry.value, fmt::format("{}:{}", preset->path, entry.line));
  }
  node.declare_only(scope, {"clock"});
  node.gpu.declare(scope.child("gpu"));
  node.pages.declare(scope.child("pages"));
  node.dispatch.declare(scope.child("dispatch"));
  fabric.link.declare_turning(scope);
  fabric.link.declare_but_lanes(scope.child("nvlink"));
  fabric.declare_port(scope.child("nvlink.port"), fabric.port);
  fabric.bridge.declare(scope.child("nvlink.switch"));
}

void NodeGpusParams::cover(pcie::EndpointTreeParams& parts, const model::PcieTree& tree,
                           std::size_t gpus) const {
  const core::Bytes window = power_of_two_from(node.pages.memory);
  for (unsigned number = 0; number < gpus; ++number) {
    hw::pcie::EndpointParams& endpoint = parts.nodes[tree.device_node(number)].endpoint;
    endpoint.bar = std::max<core::Bytes>(endpoint.bar, window);
  }
}

void NodeGpusParams::prepare(const std::vector<model::Schedule>& schedules, bool real_bytes) {
  if (real_bytes) node.gpu.memory.real_bytes = true;
  workload = gpu::GpuCopies::buffers(graph.gpus(), node.pages.memory, schedules);
}

void NodeGpusParams::leave_out_idle_sms(const std::vector<model::Schedule>& schedules) {
  for (const model::Schedule& schedule : schedules)
    for (const model::Task& task : schedule.tasks)
      if (task.kind == model::TaskKind::kCopy && task.engine != model::CopyMeans::kDma) return;
  node.gpu.sms = 1;
}

NodeGpu::NodeGpu(gpu::Gpu& gpu, hw::nvlink::NvlinkPort* nvlink,
                 std::unique_ptr<hw::pcie::Endpoint> pcie)
    : gpu_(gpu), nvlink_(nvlink), pcie_(std::move(pcie)) {
  if (nvlink_ != nullptr) nvlink_->to_memory.bind(memory().from_peers);
  if (pcie_ != nullptr) {
    bridge_ = std::make_unique<hw::pcie::PeerBridge>("bridge");
    bridge_->to_fabric.bind(pcie_->requester.socket);
    pcie_->memory.socket.bind(memory().from_bus);
  }
  if (nvlink_ != nullptr && pcie_ != nullptr) {
    ways_ = std::make_unique<hw::gpu::PeerWays>("ways");
    memory().to_peers.bind(ways_->from_gpu);
    ways_->by_link.bind(nvlink_->from_gpu);
    ways_->by_bus.bind(bridge_->from_gpu);
  } else if (nvlink_ != nullptr) {
    memory().to_peers.bind(nvlink_->from_gpu);
  } else if (bridge_ != nullptr) {
    memory().to_peers.bind(bridge_->from_gpu);
  }
}

NodeGpus::NodeGpus(const NodeGpusParams& params, std::uint64_t seed, const MakePcie& make_pcie)
    : workload_(params.workload) {
  fabric_ = std::make_unique<gpu::NvlinkFabric>(params.fabric, params.graph, params.about, seed);
  node_ =
      std::make_unique<gpu::GpuNode>(params.node, workload_, [&](gpu::Gpu& gpu, unsigned number) {
        hw::nvlink::NvlinkPort* const port =
            params.graph.gpus() == 1 ? nullptr : &fabric_->make_port(number);
        gpus_.push_back(std::make_unique<NodeGpu>(gpu, port, make_pcie(number)));
      });
  fabric_->connect();
  node_->dispatcher().add_client(*fabric_);
  for (unsigned gpu = 0; gpu < size(); ++gpu)
    for (unsigned peer = 0; peer < size(); ++peer)
      if (peer != gpu && linked(gpu, peer)) gpus_[gpu]->link(peer);
}

void NodeGpus::add_to(Graph& graph, const std::string& prefix, const std::string& group) const {
  Graph links;
  fabric_->add_to(links);
  graph.title += links.title;
  for (Graph::Node& node : links.nodes) {
    node.name = prefix + node.name;
    if (!group.empty()) node.group = group;
    const bool known = std::any_of(graph.nodes.begin(), graph.nodes.end(),
                                   [&](const Graph::Node& one) { return one.name == node.name; });
    if (!known) graph.nodes.push_back(std::move(node));
  }
  for (Graph::Link& link : links.links) {
    link.from.node = prefix + link.from.node;
    link.to.node = prefix + link.to.node;
    graph.links.push_back(std::move(link));
  }
}

}  // namespace gf::platforms::cluster
