// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/planned_node.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "core/base/error.h"
#include "platforms/cluster/plan/gpu_preset.h"
#include "platforms/cluster/plan/machine_bounds.h"
#include "platforms/cluster/plan/planned_ports.h"
#include "platforms/cluster/plan/tree_proof.h"

namespace gf::platforms::cluster {

using model::DeviceKind;
using model::LinkFamily;

model::PlannedTree tree_of_gpus(const model::MachinePlan& plan) {
  const auto gpus = static_cast<std::ptrdiff_t>(plan.of_kind(DeviceKind::kGpu).size());
  for (model::PlannedTree& tree : model::pcie_trees(plan)) {
    const auto here = std::count_if(tree.devices.begin(), tree.devices.end(), [&](unsigned device) {
      return plan.devices[device].kind == DeviceKind::kGpu;
    });
    if (here == gpus && gpus > 0) return std::move(tree);
  }
  core::fail_config("", "machine", plan.name,
                    fmt::format("a machine with all {} GPUs on one PCIe tree", gpus),
                    "socket links join root complexes into one tree");
}

namespace {

bool stores(const std::vector<model::Schedule>& schedules) {
  return std::any_of(schedules.begin(), schedules.end(), [](const model::Schedule& schedule) {
    return std::any_of(schedule.tasks.begin(), schedule.tasks.end(), [](const model::Task& task) {
      return task.engine == model::CopyMeans::kStores;
    });
  });
}

}  // namespace

PlannedNode::PlannedNode(const model::MachinePlan& plan)
    : plan_(plan), tree_(tree_of_gpus(plan)), params_(plan) {
  params_.trees.push_back({tree_.tree, planned_params(plan_, tree_), {}, {}, {}});
  params_.trees[0].endpoints = tree_.tree.device_count();
}

void PlannedNode::preset(const core::ParamScope& root) const { preset_copy_engines(root, plan_); }

unsigned PlannedNode::devices() const {
  return static_cast<unsigned>(plan_.of_kind(DeviceKind::kGpu).size());
}

void PlannedNode::build(const std::vector<model::Schedule>& schedules, bool real_bytes,
                        std::uint64_t seed) {
  for (pcie::EndpointTreeParams::Node& node : params_.trees[0].parts.nodes)
    node.endpoint.stores = stores(schedules);
  hardware_ = std::make_unique<pcie::EndpointTree>(tree_.tree, params_.trees[0].parts, seed);
  names_hosts_ = name_hosts(schedules);
  memories_ = std::make_unique<HostMemories>(params_.memories);
  for (unsigned host = 0; host < hosts(); ++host)
    memories_->make(host, hardware_->gpu(devices() + host), *hardware_, real_bytes);
}

std::unique_ptr<pcie::ByteCheck> PlannedNode::check_bytes(const model::SparseMemoryParams& memory,
                                                          std::uint64_t seed) {
  std::vector<hw::pcie::Endpoint*> all = hardware_->gpus();  // of all devices, GPUs first
  all.resize(devices());
  auto check = std::make_unique<pcie::ByteCheck>(std::move(all), memory, seed);
  for (unsigned host = 0; host < hosts(); ++host)
    check->add_host(memories_->store(host, hardware_->gpu(devices() + host)));
  return check;
}

schedule::CopyMoverIf& PlannedNode::connect(pcie::ByteCheck* byte_check) {
  copies_ = std::make_unique<pcie::TreeCopies>(*hardware_, byte_check, devices());
  P2pRules rules(params_.p2p, plan_);
  if (!names_hosts_ && rules.all_direct()) return *copies_;
  host_paths_ = std::make_unique<EndpointHostPaths>(gpu_endpoints(), host_endpoints());
  const auto staging = [this](unsigned) -> const StagingParams& { return params_.staging; };
  host_copies_ =
      std::make_unique<HostCopies>(*copies_, *host_paths_, std::move(rules), staging, byte_check);
  return *host_copies_;
}

std::vector<GpuEndpoint> PlannedNode::gpu_endpoints() {
  std::vector<GpuEndpoint> all;
  for (unsigned gpu = 0; gpu < devices(); ++gpu) {
    const hw::pcie::EndpointParams& params =
        params_.trees[0].parts.nodes[tree_.tree.device_node(gpu)].endpoint;
    all.push_back(
        {&hardware_->gpu(gpu), params.copy.setup, params_.near_hosts[gpu], params.shares});
  }
  return all;
}

std::vector<hw::pcie::Endpoint*> PlannedNode::host_endpoints() {
  std::vector<hw::pcie::Endpoint*> all;
  for (unsigned host = 0; host < hosts(); ++host) all.push_back(&hardware_->gpu(devices() + host));
  return all;
}

Graph PlannedNode::graph() const {
  Graph graph;
  graph.title = plan_.title();
  hardware_->add_to(graph, [this](unsigned number) -> Graph::Node {
    const unsigned device = tree_.devices[tree_.tree.device_node(number)];
    const DeviceKind kind = plan_.devices[device].kind;
    Graph::Node node{hardware_->gpu(number).name(), std::string(to_text(kind))};
    if (kind == DeviceKind::kGpu) node.number = number;
    return node;
  });
  for (std::size_t i = 0; i < graph.links.size(); ++i) {
    // In the order of the tree's nodes, then cross links.
    const std::size_t tree_links = tree_.up.size() - 1;
    const model::PlannedLink& link =
        i < tree_links ? *tree_.up[i + 1] : *tree_.cross[i - tree_links];
    if (link.spec) graph.links[i].detail = to_text(*link.spec);
  }
  if (const std::string bounds = bounds_of(graph, {}); !bounds.empty())
    graph.title += '\n' + bounds;
  return graph;
}

double PlannedNode::socket_bytes() const {
  const model::PcieTree& tree = tree_.tree;
  double bytes = 0;
  for (unsigned i = 0; i < tree.nodes().size(); ++i) {
    if (!tree.is_socket(i)) continue;
    const model::PcieNode& node = tree.node(i);
    for (const hw::link::Transmitter* tx :
         {&hardware_->tx(i, node.up_port()), &hardware_->tx(node.parent, node.parent_port)})
      bytes += static_cast<double>(tx->stats().wire_bytes.value());
  }
  for (const model::RootLink& link : tree.cross_links())
    for (const hw::link::Transmitter* tx :
         {&hardware_->tx(link.a, link.a_port), &hardware_->tx(link.b, link.b_port)})
      bytes += static_cast<double>(tx->stats().wire_bytes.value());
  return bytes;
}

void PlannedNode::add_results(std::vector<Result>& results) const {
  results.push_back(pcie::kTlpHops.result(hardware_->tlp_hops()));
  if (host_copies_ != nullptr) results.push_back(kBytesStaged.result(host_copies_->bytes_staged()));
  if (plan_.has(LinkFamily::kSocket)) results.push_back(kSocketBytes.result(socket_bytes()));
}

}  // namespace gf::platforms::cluster
