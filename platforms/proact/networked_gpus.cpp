// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/networked_gpus.h"

#include <fmt/format.h>

#include "core/base/error.h"
#include "platforms/gpu/fabrics/pcie_port.h"
#include "tlm_models/link/flow.h"

namespace gf::platforms::proact {

NetworkedGpus::NetworkedGpus(const cluster::ClusterParams& params, network::ShapeIf& shape,
                             std::uint64_t seed)
    : gpus_(params.nodes * params.node.gpus),
      per_node_(params.node.gpus),
      rate_(params.node.gpu.port.link.rate) {
  below_ = std::make_unique<Below>("cluster", params, shape, seed);
  carriers_ = std::make_unique<cluster::UnitCarriers>(below_->cluster, params);
  for (unsigned n = 0; n < cluster().size(); ++n) cluster().node(n).software().set_program(*this);
}

void NetworkedGpus::add_port(gpu::Gpu& gpu, unsigned number) {
  GF_CHECK(number == bridges_.size(), "GPUs come in order");
  memories_.push_back(&gpu);
  bridges_.push_back(gpu::put_behind(gpu, endpoint(number), "node.gpu"));
}

void NetworkedGpus::connect() {
  for (unsigned gpu = 0; gpu < gpus_; ++gpu) map_peers(gpu);
}

void NetworkedGpus::map_peers(unsigned gpu) {
  for (unsigned peer = 0; peer < gpus_; ++peer)
    if (peer != gpu && !far(gpu, peer)) bridges_[gpu]->map(peer, endpoint(peer).window());
  for (unsigned card = 0; card < node(gpu).nics(); ++card)
    bridges_[gpu]->map(home_of_card(card), node(gpu).nic(card).port.window());
}

std::uint64_t NetworkedGpus::ring_bytes() const { return carriers_->ring_bytes(0); }

hw::proact::PieceCarrierIf& NetworkedGpus::make_carrier(unsigned gpu, std::uint64_t ring) {
  std::vector<gpu::RemoteGpu> all;  // with their own numbers
  for (unsigned to = 0; to < gpus_; ++to)
    if (far(gpu, to)) all.push_back({to, to});
  return carriers_->make(fmt::format("pusher_{}", gpu), gpu, memories_[gpu]->memory,
                         home_of_card(card_of(gpu)), ring, all);
}

void NetworkedGpus::copy(unsigned from, unsigned to, const hw::gpu::MemoryCopy& copy) {
  if (free_.empty()) {
    free_.push_back(copying_.size());
    copying_.emplace_back();
  }
  model::WorkRequest request;
  request.id = free_.back();
  free_.pop_back();
  copying_[request.id] = {from, to, copy.done};
  request.local = endpoint(from).window().first + model::offset_of(copy.source);
  request.remote = endpoint(to).window().first + model::offset_of(copy.destination);
  request.bytes = copy.bytes;
  node(from).software().post(card_of(from), queues_.queue(nic(from), nic(to)), request);
}

void NetworkedGpus::completion(unsigned, const model::WorkCompletion& completion) {
  Copying& copying = copying_[completion.id];
  if (completion.status != model::WorkStatus::kDone) {
    if (lost_.empty())
      lost_ = fmt::format("{}: {}", model::name_of_copy(copying.from, copying.to),
                          to_text(completion.status));
    return;
  }
  const std::function<void()> done = std::move(copying.done);
  free_.push_back(completion.id);
  done();
}

std::uint64_t NetworkedGpus::packet_hops() const {
  std::uint64_t hops = 0;
  for (unsigned n = 0; n < cluster().size(); ++n) hops += cluster().node(n).tlp_hops();
  return hops;
}

gpu::FabricTraffic NetworkedGpus::traffic(unsigned gpu) const {
  return {gpu::way_of(endpoint(gpu).egress.tx), gpu::way_of(node(gpu).to_gpu(gpu % per_node_))};
}

namespace {

template <class Counter>
std::uint64_t sum_of_cards(cluster::Cluster& cluster, const Counter& counter) {
  std::uint64_t sum = 0;
  for (unsigned n = 0; n < cluster.size(); ++n)
    for (unsigned i = 0; i < cluster.node(n).nics(); ++i) sum += counter(cluster.node(n).nic(i));
  return sum;
}

}  // namespace

std::uint64_t NetworkedGpus::segments_again() const {
  return sum_of_cards(cluster(),
                      [](hw::nic::Nic& nic) { return nic.sender.stats().again.value(); });
}

std::uint64_t NetworkedGpus::network_bytes() const {
  return sum_of_cards(cluster(),
                      [](hw::nic::Nic& nic) { return nic.sender.stats().bytes.value(); });
}

std::string NetworkedGpus::text() const { return cluster().graph().title; }

void NetworkedGpus::add_to(Graph& graph) const {
  Graph all = cluster().graph();
  graph.nodes.insert(graph.nodes.end(), all.nodes.begin(), all.nodes.end());
  graph.links.insert(graph.links.end(), all.links.begin(), all.links.end());
}

}  // namespace gf::platforms::proact
