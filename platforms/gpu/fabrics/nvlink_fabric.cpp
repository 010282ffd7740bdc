// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/fabrics/nvlink_fabric.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

#include "core/base/error.h"
#include "tlm_models/analytic/max_flow.h"
#include "tlm_models/analytic/nvlink_bounds.h"
#include "tlm_models/gpu/page_table.h"

namespace gf::platforms::gpu {
namespace {

void add(const hw::link::Transmitter& tx, unsigned links, FabricPath& way) {
  way.bytes += static_cast<double>(tx.stats().wire_bytes.value());
  way.payload += static_cast<double>(tx.stats().payload_bytes.value());
  way.packets += static_cast<double>(tx.stats().packets.value());
  way.busy += tx.stats().busy.value().to_seconds() / links;
}

/// Returns the lanes of a link. In topologies that share lanes, `lanes` is the total of a GPU: a
/// mesh divides it among the peers, and a switch takes it as one link, so the two can be compared.
model::NvlinkLanes lanes_of(const NvlinkFabricParams& params, unsigned gpus) {
  model::NvlinkLanes lanes{params.link.lanes, params.link.lane_rate};
  if (params.topology != "mesh" || gpus <= 2) return lanes;
  lanes.lanes /= gpus - 1;
  if (lanes.lanes < 2) {
    core::fail_config("nvlink", "lanes", std::to_string(params.link.lanes),
                      fmt::format("at least {} for a mesh of {} GPUs", 2 * (gpus - 1), gpus),
                      "each link needs a lane in each direction; use a switch");
  }
  return lanes;
}

model::NvlinkGraph graph_of(const NvlinkFabricParams& params, unsigned gpus) {
  return params.make(gpus, lanes_of(params, gpus));
}

}  // namespace

void NvlinkFabricParams::declare(const core::ParamScope& root) {
  declare_topology(root, link);
  link.declare_turning(root);
  link.declare(root.child("nvlink"));
  declare_port(root.child("nvlink.port"), port);
  bridge.declare(root.child("nvlink.switch"));
}

NvlinkFabric::NvlinkFabric(const NvlinkFabricParams& params, unsigned gpus, std::uint64_t seed)
    : NvlinkFabric(params, graph_of(params, gpus), "", seed) {}

NvlinkFabric::NvlinkFabric(const NvlinkFabricParams& params, const model::NvlinkGraph& graph,
                           const std::string& text, std::uint64_t seed)
    : params_(params),
      graph_(graph),
      routes_(graph),
      text_(text.empty() ? params.text(graph) : text),
      seed_(seed) {
  params.link.validate("nvlink");
  for (unsigned node = 0; node < graph_.nodes(); ++node)
    for (const hw::nvlink::NvlinkParams& link : links_of(node)) link.validate("nvlink");
}

std::vector<hw::nvlink::NvlinkParams> NvlinkFabric::links_of(unsigned node) const {
  std::vector<hw::nvlink::NvlinkParams> links;
  for (unsigned port = 0; port < graph_.ports(node); ++port) {
    links.push_back(params_.link);
    links.back().lanes = graph_.link(node, port).lanes.lanes;
    links.back().lane_rate = graph_.link(node, port).lanes.rate;
  }
  return links;
}

void NvlinkFabric::require_all_pairs() const {
  routes_.require_all("kernels touch pages in any memory");
}

hw::nvlink::NvlinkPort& NvlinkFabric::make_port(unsigned number) {
  GF_CHECK(number == ports_.size(), "GPUs come in order");
  ports_.push_back(std::make_unique<hw::nvlink::NvlinkPort>(
      "nvlink", params_.port, links_of(number), graph_.relays_at(number), number, seed_, pool_,
      ways_of(number).count));
  return *ports_.back();
}

void NvlinkFabric::add_port(Gpu& gpu, unsigned number) {
  if (graph_.gpus() == 1) return;  // no peers
  hw::nvlink::NvlinkPort& port = make_port(number);
  join(gpu.memory, port);
}

model::NvlinkRoutes::PeerWays NvlinkFabric::ways_of(unsigned gpu) const {
  if (params_.port.ways == "each") return routes_.peer_ways(gpu);
  return {std::vector<unsigned>(graph_.gpus()), 1};
}

void NvlinkFabric::join(hw::gpu::GpuMemory& memory, hw::nvlink::NvlinkPort& port,
                        unsigned first) const {
  const model::NvlinkRoutes::PeerWays ways = ways_of(port.gpu());
  for (unsigned way = 0; way < ways.count; ++way) memory.to_peers.bind(port.from_gpu_by(way));
  for (unsigned peer = 0; peer < graph_.gpus(); ++peer)
    if (routes_.reaches(port.gpu(), peer)) memory.peers().route(peer, first + ways.of_peer[peer]);
  // A port finds the links of a group itself, whatever its socket.
  if (params_.groups) memory.peers().route(model::kFirstGroupHome, first);
  port.to_memory.bind(memory.from_peers);
}

void NvlinkFabric::connect() {
  for (unsigned node = graph_.gpus(); node < graph_.nodes(); ++node)
    switches_.push_back(std::make_unique<hw::nvlink::NvlinkSwitch>(graph_.node(node).name.c_str(),
                                                                   params_.bridge, links_of(node),
                                                                   seed_, pool_, params_.groups));
  for (const model::NvlinkGraph::Link& link : graph_.links())
    hw::nvlink::connect(end_of(link.first), end_of(link.second));
  for (unsigned node = 0; node < graph_.nodes(); ++node) route(node);
  if (params_.groups) make_group();
}

std::vector<unsigned> NvlinkFabric::links_to_group(unsigned gpu) const {
  std::vector<unsigned> links;
  for (unsigned link = 0; link < graph_.ports(gpu); ++link) {
    const unsigned node = graph_.peer(gpu, link).node;
    bool all = graph_.node(node).is_switch;
    for (unsigned other = 0; all && other < graph_.gpus(); ++other)
      all = !graph_.ports_to(node, other).empty();
    if (all) links.push_back(link);
  }
  return links;
}

void NvlinkFabric::make_group() {
  static_assert(hw::nvlink::kFirstGroup == model::kFirstGroupHome);
  std::vector<unsigned> members(graph_.gpus());
  std::iota(members.begin(), members.end(), 0);
  for (const unsigned gpu : members) {
    const std::vector<unsigned> links = links_to_group(gpu);
    if (links.empty())
      core::fail_config("nvlink", "links", graph_.node(gpu).name + " has none to such a switch",
                        "NVSwitches with links to all GPUs",
                        "they reduce and replicate only for GPUs next to them");
    ports_[gpu]->route(hw::nvlink::kFirstGroup, links);
  }
  for (const auto& each : switches_) each->set_group(hw::nvlink::kFirstGroup, members);
}

void NvlinkFabric::route(unsigned node) {
  for (unsigned gpu = 0; gpu < graph_.gpus(); ++gpu) {
    if (!routes_.reaches(node, gpu)) continue;
    const std::vector<unsigned>& ways = routes_.ways(node, gpu);
    if (graph_.node(node).is_switch) {
      switches_[node - graph_.gpus()]->route(gpu, ways);
    } else {
      ports_[node]->route(gpu, ways);
    }
  }
}

void NvlinkFabric::kernel_started(unsigned, const model::Kernel& kernel, core::Cycle) {
  for (unsigned g = 0; g < gpus(); ++g)
    if (kernel.split || kernel.gpu == g) ports_[g]->kernel_started();
}

void NvlinkFabric::work_ended(core::Ticks at) {
  for (const model::NvlinkGraph::Link& link : graph_.links()) {
    end_of(link.first).work_ended(at);
    end_of(link.second).work_ended(at);
  }
}

hw::nvlink::LinkEnd& NvlinkFabric::end_of(const model::NvlinkGraph::End& end) const {
  return graph_.node(end.node).is_switch ? switches_[end.node - graph_.gpus()]->port(end.port)
                                         : ports_[end.node]->link(end.port);
}

const hw::nvlink::LinkEnd& NvlinkFabric::end(unsigned gpu, unsigned link) const {
  return ports_[gpu]->link(link);
}

const hw::nvlink::LinkEnd& NvlinkFabric::far_end(unsigned gpu, unsigned link) const {
  return end_of(graph_.peer(gpu, link));
}

bool NvlinkFabric::counted_at_peer(unsigned gpu, unsigned link) const {
  const model::NvlinkGraph::End& first = graph_.link(gpu, link).first;
  return first.node != gpu && !graph_.node(first.node).is_switch;
}

std::uint64_t NvlinkFabric::packet_hops() const {
  std::uint64_t packets = 0;
  for (const model::NvlinkGraph::Link& link : graph_.links())
    packets += end_of(link.first).tx.stats().packets.value() +
               end_of(link.second).tx.stats().packets.value();
  return packets;
}

FabricTraffic NvlinkFabric::traffic(unsigned gpu) const {
  FabricTraffic all;
  for (unsigned l = 0; l < links(gpu); ++l) {
    add(end(gpu, l).tx, links(gpu), all.out);
    add(far_end(gpu, l).tx, links(gpu), all.in);
  }
  return all;
}

core::ByteRate NvlinkFabric::wire_rate() const {
  if (graph_.gpus() == 1) return params_.link.lane_rate * params_.link.lanes * 0.5;
  core::ByteRate most;
  for (unsigned g = 0; g < graph_.gpus(); ++g) most = std::max(most, graph_.rate_of(g));
  return most;
}

void NvlinkFabric::add_to(Graph& graph) const {
  if (!params_.shares_lanes()) {
    const model::NvlinkBounds bounds(graph_);
    graph.title += "\n" + model::bounds_text(bounds.all_to_all(), bounds.bisection());
  }
  for (unsigned n = 0; n < graph_.nodes(); ++n) {
    const model::NvlinkGraph::Node& node = graph_.node(n);
    Graph::Node shown{node.name, node.is_switch ? "switch" : "gpu"};
    if (!node.is_switch) shown.number = n;
    shown.group = node.group;
    shown.place = node.place;
    graph.nodes.push_back(shown);
  }
  for (const model::NvlinkGraph::Link& link : graph_.links())
    graph.links.push_back({"nvlink",
                           {graph_.node(link.first.node).name, link.first.port},
                           {graph_.node(link.second.node).name, link.second.port},
                           direction(end_of(link.first).tx),
                           direction(end_of(link.second).tx),
                           link.lanes.lanes});
}

}  // namespace gf::platforms::gpu
