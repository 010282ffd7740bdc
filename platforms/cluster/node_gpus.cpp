// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/node_gpus.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "platforms/gpu/copies/proact_units.h"
#include "tlm_models/machine/planned_nvlink.h"
#include "tlm_models/topology/nvlink/nvlink_generations.h"

namespace gf::platforms::cluster {
namespace {

core::Bytes power_of_two_from(core::Bytes least) {
  std::uint64_t bytes = 1;
  while (bytes < least.count()) bytes *= 2;
  return core::Bytes(bytes);
}

model::NvlinkGraph graph_of(const model::MachinePlan& plan) {
  if (auto graph = model::nvlink_graph(plan)) return *std::move(graph);
  return model::NvlinkGraph(
      static_cast<unsigned>(plan.of_kind(model::DeviceKind::kGpu).size()));  // no links
}

/// Returns the kinds of the links of `graph`: first generations, the oldest first, then links whose
/// rate is in the machine's file.
std::vector<model::NvlinkGeneration> kinds_of(const model::NvlinkGraph& graph) {
  std::vector<model::NvlinkGeneration> kinds;
  for (const model::NvlinkGeneration& kind : model::gpu_link_kinds())
    if (std::any_of(graph.links().begin(), graph.links().end(),
                    [&](const model::NvlinkGraph::Link& link) { return link.lanes == kind.link; }))
      kinds.push_back(kind);
  unsigned own = 0;
  for (const model::NvlinkGraph::Link& link : graph.links())
    if (std::none_of(kinds.begin(), kinds.end(),
                     [&](const model::NvlinkGeneration& kind) { return link.lanes == kind.link; }))
      kinds.push_back({fmt::format("nvlink_own_{}", own++), link.lanes, "the machine's file"});
  return kinds;
}

/// Sets the latency that the file gives for NVLink; all of its links have the same.
void take_latency(const model::MachinePlan& plan, hw::nvlink::NvlinkParams& params) {
  const model::PlannedLink* first = nullptr;
  for (const model::PlannedLink& link : plan.links) {
    if (link.family() != model::LinkFamily::kNvlink) continue;
    if (first == nullptr) first = &link;
    if (link.spec->latency != first->spec->latency)
      link.place.fail(
          fmt::format("the link {} - {} has another latency than that on line {}",
                      plan.devices[link.a].name, plan.devices[link.b].name, first->place.line),
          "one latency for all NVLink and xGMI links of a machine");
  }
  if (first != nullptr && first->spec->latency) params.wire.propagation = *first->spec->latency;
}

}  // namespace

NodeGpusParams::NodeGpusParams(const model::MachinePlan& plan)
    : about(plan.about),
      graph(graph_of(plan)),
      preset(required_gpu_preset(plan)),
      switches_(model::nvswitch_generation(plan)) {
  node.gpus = graph.gpus();
  fabric.topology = "file";       // ports with several routes
  fabric.link.policy = "static";  // only a file or a parameter makes lanes turn
  fabric.port.ways = "each";
  take_latency(plan, fabric.link);
  if (switches_ > model::kFirstReducingSwitch)
    fabric.bridge.multicast.rate = core::gigabytes_per_second(3600);
}

void NodeGpusParams::add_preset(const core::ParamScope& scope) const {
  for (const core::IniEntry& entry : preset.entries)
    if (linked() || entry.key != "policy")
      scope.preset(entry.key, entry.value, fmt::format("{}:{}", preset.path, entry.line));
}

void NodeGpusParams::declare(const core::ParamScope& scope) {
  declare_gpu(scope, node);
  work.declare(scope.child("work"));
  push.declare(scope.child("proact"));
  if (!linked()) return;
  scope.cite("policy", "assumed: NVLink's lanes do not turn; in [NUMA17] they do");
  fabric.link.declare_turning(scope);
  declare_links(scope);
  const core::ParamScope port = scope.child("nvlink.port");
  port.cite("ways", "assumed: outputs of a GPU's crossbar have queues of their own");
  fabric.declare_port(port, fabric.port);
  const core::ParamScope bridge = scope.child("nvlink.switch");
  if (switches_ > model::kFirstReducingSwitch)
    bridge.cite("reduce_rate", "assumed: the rate of 72 ports of NVLink 5, as NVSwitch 3 has it");
  fabric.bridge.declare(bridge);
}

/// If all links are of one kind, their lanes are nvlink.lanes and nvlink.lane_rate. Otherwise the
/// parameters of each kind begin with its name: nvlink2.lanes, nvlink4.lanes.
void NodeGpusParams::declare_links(const core::ParamScope& scope) {
  const std::vector<model::NvlinkGeneration> kinds = kinds_of(graph);
  const core::ParamScope all = scope.child("nvlink");
  std::vector<std::pair<model::NvlinkLanes, model::NvlinkLanes>> lanes;  // of the kind; as set
  const auto declared = [&](const model::NvlinkGeneration& kind, hw::nvlink::NvlinkParams& link,
                            const core::ParamScope& at, auto declare) {
    link.lanes = kind.link.lanes;
    link.lane_rate = kind.link.rate;
    for (const char* name : {"lanes", "lane_rate"}) at.cite(name, kind.source);
    declare(link, at);
    lanes.push_back({kind.link, {link.lanes, link.lane_rate}});
  };
  if (kinds.size() == 1) {
    declared(kinds.front(), fabric.link, all,
             [](auto& link, const core::ParamScope& at) { link.declare(at); });
  } else {
    fabric.link.declare_but_lanes(all);
    for (const model::NvlinkGeneration& kind : kinds) {
      hw::nvlink::NvlinkParams link;
      declared(kind, link, scope.child(kind.name), [](auto& link, const core::ParamScope& at) {
        link.declare_only(at, {"lanes", "lane_rate"});
      });
    }
  }
  graph.set_lanes([&](const model::NvlinkLanes& of_kind) {
    return std::find_if(lanes.begin(), lanes.end(),
                        [&](const auto& one) { return one.first == of_kind; })
        ->second;
  });
}

void NodeGpusParams::cover(pcie::EndpointTreeParams& parts, const model::PcieTree& tree,
                           std::size_t gpus) const {
  const core::Bytes window = power_of_two_from(node.pages.memory);
  for (unsigned number = 0; number < gpus; ++number) {
    hw::pcie::EndpointParams& endpoint = parts.nodes[tree.device_node(number)].endpoint;
    endpoint.bar = std::max<core::Bytes>(endpoint.bar, window);
  }
}

gpu::TaskWorkloads NodeGpusParams::prepare(const std::vector<model::Schedule>& schedules,
                                           bool real_bytes, std::uint64_t seed,
                                           const gpu::LocalGpu& local) {
  if (real_bytes) node.gpu.memory.real_bytes = true;
  fabric.groups = std::any_of(schedules.begin(), schedules.end(), [](const auto& each) {
    return std::any_of(each.tasks.begin(), each.tasks.end(), [](const model::Task& task) {
      return task.slice != nullptr && (task.slice->switches_reduce || task.slice->switches_copy);
    });
  });
  workload = gpu::GpuBuffers::make(graph.gpus(), node.pages.memory, schedules);
  pushes = gpu::PushPlan(schedules, graph.gpus(), local, push.chunk);
  pushes.add_data(workload);
  gpu::TaskWorkloads workloads(schedules, seed, local);
  workloads.add_data(workload);
  return workloads;
}

void NodeGpusParams::leave_out_idle_sms(const std::vector<model::Schedule>& schedules) {
  for (const model::Schedule& schedule : schedules)
    for (const model::Task& task : schedule.tasks)
      if (!task.workload.empty() || task.engine == model::CopyMeans::kStores ||
          task.engine == model::CopyMeans::kLoads || task.engine == model::CopyMeans::kAgent)
        return;
  node.gpu.made_sms = 1;
}

NodeGpu::NodeGpu(gpu::Gpu& gpu, const gpu::NvlinkFabric* fabric, hw::nvlink::NvlinkPort* nvlink,
                 std::unique_ptr<hw::pcie::Endpoint> pcie)
    : gpu_(gpu), nvlink_(nvlink), pcie_(std::move(pcie)) {
  if (pcie_ != nullptr) {
    bridge_ = std::make_unique<hw::pcie::PeerBridge>("bridge");
    bridge_->to_fabric.bind(pcie_->requester.socket);
    pcie_->memory.socket.bind(memory().from_bus);
    memory().to_peers.bind(bridge_->from_gpu);  // for all homes that no link reaches
  }
  if (nvlink_ != nullptr) fabric->join(memory(), *nvlink_, pcie_ == nullptr ? 0 : 1);
}

NodeGpus::NodeGpus(const NodeGpusParams& params, std::uint64_t seed, const MakePcie& make_pcie)
    : workload_(params.workload), work_(params.work), pushes_(params.pushes) {
  if (params.linked())
    fabric_ = std::make_unique<gpu::NvlinkFabric>(params.fabric, params.graph, params.about, seed);
  node_ =
      std::make_unique<gpu::GpuNode>(params.node, workload_, [&](gpu::Gpu& gpu, unsigned number) {
        hw::nvlink::NvlinkPort* const port =
            params.linked() && params.graph.gpus() > 1 ? &fabric_->make_port(number) : nullptr;
        gpus_.push_back(std::make_unique<NodeGpu>(gpu, fabric_.get(), port, make_pcie(number)));
      });
  for (unsigned gpu = 0; gpu < size(); ++gpu)
    units_.push_back(pushes_.sources().count(gpu) == 0
                         ? nullptr
                         : gpu::make_unit(*node_, gpu, params.push.unit));
  if (fabric_ == nullptr) return;
  fabric_->connect();
  node_->dispatcher().add_client(*fabric_);
}

std::vector<hw::proact::ProactUnit*> NodeGpus::units() const {
  std::vector<hw::proact::ProactUnit*> all;
  for (const auto& unit : units_) all.push_back(unit.get());
  return all;
}

void NodeGpus::give_units(gpu::GpuCopies& copies, const gpu::CarrierOf& carrier_of) {
  if (!pushes_.empty()) copies.push_by(units(), pushes_, carrier_of);
}

void NodeGpus::add_to(Graph& graph, const std::string& prefix, const std::string& group) const {
  if (fabric_ == nullptr) return;
  Graph links;
  fabric_->add_to(links);
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
