// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hw/pcie/device/peer_bridge.h"
#include "platforms/cluster/card_queues.h"
#include "platforms/cluster/cluster.h"
#include "platforms/cluster/unit_carriers.h"
#include "platforms/gpu/fabrics/fabric_if.h"
#include "platforms/proact/region/remote_access_if.h"

namespace gf::platforms::proact {

/// GPUs with SMs and memory in a cluster of nodes. GPU g is device g % node.gpus of node g /
/// node.gpus, and its memory is behind the endpoint of that device.
///
///     gpu_<g>.memory -- bridge -- cluster.node_<n>.gpu_<i> -- PCIe tree -- ...nic_<k> -- routers
///
/// GPUs of a node access each other's memory, and the doorbells of its cards, by loads and stores.
/// GPUs of other nodes are reached by RDMA writes of the nearest card, posted by a GPU's unit
/// (hw/proact/rdma_pusher.h) or by the node's software. The network is that of the cluster.
class NetworkedGpus final : public gpu::Fabric,
                            public RemoteAccessIf,
                            private model::VerbsHost::Program {
 public:
  /// `shape` must be built. Throws UserError if cards would fetch entries from the host's memory.
  NetworkedGpus(const cluster::ClusterParams& params, network::ShapeIf& shape, std::uint64_t seed);

  void add_port(gpu::Gpu& gpu, unsigned number) override;
  void connect() override;
  [[nodiscard]] std::uint64_t packet_hops() const override;  ///< On the trees.
  [[nodiscard]] gpu::FabricTraffic traffic(unsigned gpu) const override;
  [[nodiscard]] core::ByteRate wire_rate() const override { return rate_; }
  [[nodiscard]] std::string text() const override;
  void add_to(Graph& graph) const override;

  [[nodiscard]] unsigned gpus_per_node() const override { return per_node_; }
  [[nodiscard]] std::uint64_t ring_bytes() const override;
  hw::proact::PieceCarrierIf& make_carrier(unsigned gpu, std::uint64_t ring) override;
  void copy(unsigned from, unsigned to, const hw::gpu::MemoryCopy& copy) override;

  [[nodiscard]] cluster::Cluster& cluster() const { return below_->cluster; }
  [[nodiscard]] std::uint64_t segments_again() const;  ///< Segments that cards have sent again.
  [[nodiscard]] std::uint64_t network_bytes() const;   ///< Payload that cards have sent.
  /// A copy that will never end, and the reason; "" if there is none.
  [[nodiscard]] const std::string& lost() const { return lost_; }

 private:
  /// Parent of the cluster's modules: without it, the cluster's clock would have the same name as
  /// that of the GPUs.
  struct Below final : sc_core::sc_module {
    Below(const sc_core::sc_module_name& name, const cluster::ClusterParams& params,
          network::ShapeIf& shape, std::uint64_t seed)
        : sc_module(name), cluster(params, shape, seed) {}
    cluster::Cluster cluster;
  };
  struct Copying {
    unsigned from = 0, to = 0;
    std::function<void()> done;
  };
  void completion(unsigned card, const model::WorkCompletion& completion) override;
  [[nodiscard]] cluster::ClusterNode& node(unsigned gpu) const {
    return below_->cluster.node(node_of(gpu));
  }
  [[nodiscard]] hw::pcie::Endpoint& endpoint(unsigned gpu) const {
    return node(gpu).gpu(gpu % per_node_);
  }
  [[nodiscard]] unsigned card_of(unsigned gpu) const { return node(gpu).nic_of(gpu % per_node_); }
  [[nodiscard]] hw::nic::Nic& nic(unsigned gpu) const { return node(gpu).nic(card_of(gpu)); }
  [[nodiscard]] unsigned home_of_card(unsigned card) const { return gpus_ + card; }
  void map_peers(unsigned gpu);

  const unsigned gpus_;
  const unsigned per_node_;
  const core::ByteRate rate_;
  std::unique_ptr<Below> below_;
  std::vector<gpu::Gpu*> memories_;                             ///< By GPU.
  std::vector<std::unique_ptr<hw::pcie::PeerBridge>> bridges_;  ///< By GPU.
  std::unique_ptr<cluster::UnitCarriers> carriers_;
  cluster::CardQueues queues_;  ///< Of the software.
  std::deque<Copying> copying_;
  std::vector<std::size_t> free_;
  std::string lost_;
};

}  // namespace gf::platforms::proact
