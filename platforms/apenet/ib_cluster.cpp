// SPDX-License-Identifier: Apache-2.0
#include "platforms/apenet/ib_cluster.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "core/ranks/ranks.h"
#include "platforms/refuse_ranks.h"

namespace gf::platforms::apenet {
namespace {

constexpr unsigned kPorts = 32;  ///< Of a switch [assumed: 32 of 36 ports lead to nodes].
/// The host memory below it holds the card's queues and completions.
constexpr std::uint64_t kFirstBuffer = 16ull << 20;

}  // namespace

IbClusterParams::IbClusterParams() {
  machine.node.gpus = 1;
  machine.node.switches = 0;
  machine.node.host.bar = core::Bytes(8ull << 30);
  machine.node.nic.sender.mtu = core::kibibytes(2);
  machine.port.flit = core::Bytes(64);
  machine.net.clock = sc_core::sc_time(16, sc_core::SC_NS);  // QDR: 64 B at 32 Gb/s of data
  machine.net.router.router_latency = 6;                     // a switch of about 100 ns
  machine.net.router.vc_buffer = 32;
}

void IbClusterParams::declare(const core::ParamScope& scope, unsigned nodes) {
  core::ParamGroup::declare(scope);
  machine.nodes = nodes;
  machine.node.nic.pcie.port.link.rate = core::gigabytes_per_second(slot == "x4" ? 2 : 4);
  machine.node.nic.pcie.port.dllp.lane_speed = "5 GT/s";
  machine.declare_parts(scope);
  unsigned levels = 1;
  for (std::uint64_t reached = kPorts; reached < nodes; reached *= kPorts) ++levels;
  const core::ParamScope net = scope.child("net");
  net.preset("k", std::to_string(std::clamp(nodes, 2u, kPorts)), "a port for each node");
  net.preset("n", std::to_string(levels), "as few switches on the way as can be");
  switch_ = network::make_shape("fat_tree", true);
  switch_->declare(net);
}

IbCluster::IbCluster(IbClusterParams params, std::uint64_t seed) : switch_(params.switch_) {
  switch_->build(params.machine.net, false, seed);
  cluster_ = std::make_unique<cluster::Cluster>(params.machine, *switch_, seed);
}

std::vector<model::MpiRank> IbCluster::ranks() {
  std::vector<model::MpiRank> ranks(cluster_->size());
  for (unsigned i = 0; i < ranks.size(); ++i) {
    cluster::ClusterNode& node = cluster_->node(i);
    const hw::pcie::AddressWindow& window = node.host().window();
    ranks[i].host = &node.software();
    ranks[i].buffers = window.first + kFirstBuffer;
    ranks[i].buffer_bytes = window.last - ranks[i].buffers + 1;
    for (unsigned peer = 0; peer < ranks.size(); ++peer)
      ranks[i].queues.push_back(
          peer == i ? 0 : queues_.queue(node.nic(0), cluster_->node(peer).nic(0)));
  }
  return ranks;
}

void CarrierParams::refuse_several_ranks() const {
  if (!core::ranks().alone()) refuse_ranks("over = ib", "one MPI library serves all nodes");
}

void CarrierParams::declare_ib(const core::ParamScope& root, unsigned nodes) {
  ib.declare(root.child("ib"), nodes);
  mpi.declare(root.child("ib"));
}

IbMessages::IbMessages(const CarrierParams& params, const model::RdmaHostParams& copies, bool gpu,
                       std::uint64_t seed)
    : cluster_(params.ib, seed),
      library_("library", params.mpi, copies, cluster_.ranks()),
      messages_(library_, gpu),
      text_(fmt::format("{} nodes, QDR, PCIe gen2 {}, GPU buffers {}", params.ib.machine.nodes,
                        params.ib.slot.get(),
                        params.mpi.buffers == "library" ? "by the library" : "staged")) {}

std::uint64_t IbMessages::posts(unsigned node) {
  return cluster_.ranks()[node].host->stats().posts.value();
}

}  // namespace gf::platforms::apenet
