// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/nic/nic.h"
#include "hw/pcie/device/endpoint.h"
#include "platforms/cluster/hosts/endpoint_host_paths.h"
#include "platforms/cluster/hosts/p2p_rules.h"
#include "platforms/cluster/node_gpus.h"
#include "platforms/cluster/node_params.h"
#include "platforms/graph.h"
#include "platforms/pcie/byte_check.h"
#include "platforms/pcie/tree_hardware.h"
#include "tlm_models/host/verbs_host.h"

namespace gf::platforms::cluster {

/// All hardware of a node, below the module that is being constructed: PCIe trees, each with hosts,
/// the software of the first one and cards, and GPUs. The GPUs are endpoints of the trees, or
/// NodeGpus, which may also have NVLink. Devices have the names of their tree; NodeGpus are
/// gpu_<n>. Timing: that of its parts.
class NodeHardware {
 public:
  /// Cards that join the network have the numbers `first_card` ... there. The software has no
  /// program yet.
  NodeHardware(const ClusterNodeParams& params, unsigned first_card, std::uint64_t seed,
               hw::nic::SegmentPool& segments);

  /// Adds trees, NVSwitches and links. Names begin with `prefix`; nodes are drawn in `group`.
  void add_to(Graph& graph, const std::string& prefix, const std::string& group) const;

  [[nodiscard]] unsigned gpus() const { return static_cast<unsigned>(tree_of_.size()); }
  /// Number of cards that join the network.
  [[nodiscard]] unsigned nics() const { return networked_; }
  /// Returns the endpoint of GPU `i`. Precondition: on_tree().
  [[nodiscard]] hw::pcie::Endpoint& gpu(unsigned i) { return *endpoints_[i]; }
  /// Returns the sending side of the link towards GPU `i`; the GPU's own sender is
  /// gpu(i).egress.tx.
  [[nodiscard]] hw::link::Transmitter& to_gpu(unsigned i) const;
  [[nodiscard]] bool on_tree(unsigned gpu) const { return endpoints_[gpu] != nullptr; }
  [[nodiscard]] bool on_one_tree(unsigned gpu, unsigned peer) const {
    return on_tree(gpu) && tree_of_[gpu] == tree_of_[peer];
  }
  [[nodiscard]] hw::nic::Nic& nic(unsigned i) { return *nics_[i]; }
  /// GPUs with SMs, memory and NVLink; null: GPUs are only endpoints.
  [[nodiscard]] NodeGpus* full_gpus() { return full_.get(); }
  [[nodiscard]] const NodeGpus* full_gpus() const { return full_.get(); }
  /// Returns the card nearest to a GPU; among equally near ones, a card shared by the fewest GPUs.
  /// Empty: the GPU's tree has no card.
  [[nodiscard]] std::optional<unsigned> find_nic_of(unsigned gpu) const { return nearest_[gpu]; }
  [[nodiscard]] unsigned nic_of(unsigned gpu) const { return *nearest_[gpu]; }
  /// Returns the card nearest to a host; among equally near ones the first. Precondition:
  /// require_card_of_host().
  [[nodiscard]] unsigned nic_of_host(unsigned host) const { return *nearest_to_host_[host]; }

  /// Throws UserError unless a copy between two devices of the node has a path: over NVLink or a
  /// PCIe tree with both, or from or to a host on a GPU's tree. GPUs that `rules` keep apart need a
  /// host for both. Devices are numbered in the node. `copy` is what needs the path.
  void require_path(unsigned from, unsigned to, const P2pRules& rules,
                    const std::string& copy) const;
  /// Throws UserError unless a card of the network is on the tree of a GPU or host of the node.
  void require_card(unsigned device, const std::string& copy) const;
  /// Returns the memories with real bytes of the GPUs. Precondition: full_gpus(), with real bytes.
  [[nodiscard]] std::vector<pcie::ByteCheck::Store> stores();

  [[nodiscard]] unsigned trees() const { return static_cast<unsigned>(trees_.size()); }
  [[nodiscard]] hw::pcie::Endpoint& host(unsigned tree = 0) { return *trees_[tree]->hosts.front(); }
  /// Returns host `number` of the file, or a later one that it does not have.
  [[nodiscard]] hw::pcie::Endpoint& numbered_host(unsigned number) const {
    return *trees_[host_slots_[number].tree]->hosts[host_slots_[number].device];
  }
  [[nodiscard]] bool host_on_tree_of(unsigned gpu, unsigned host) const {
    return on_tree(gpu) && tree_of_[gpu] == host_slots_[host].tree;
  }
  /// Number of hosts in the node's file; copies can name these.
  [[nodiscard]] unsigned hosts() const { return memories_ == nullptr ? 0 : memories_->size(); }
  /// Whether a host is a device from outside.
  [[nodiscard]] bool is_device(unsigned host) const {
    return host < hosts() && memories_->is_device(host);
  }
  /// Returns the one of hosts() that is nearest to a GPU, as model::near_hosts() has it.
  [[nodiscard]] std::optional<unsigned> near_host(unsigned gpu) const { return near_host_[gpu]; }
  /// Makes the engines between its GPUs, which must be endpoints, and its hosts(), below the module
  /// that is being constructed.
  [[nodiscard]] std::unique_ptr<HostPathsIf> make_host_paths(
      EndpointHostPaths::OtherCopies others) const;
  /// Returns the home number of a host's memory for accesses of full GPUs.
  [[nodiscard]] unsigned memory_home(unsigned host) const {
    return full_->card_home(static_cast<unsigned>(nics_.size())) + host;
  }
  /// Returns by GPU the memory of the host near it, or of its tree's; none for a GPU on no tree.
  [[nodiscard]] std::vector<gpu::GpuBuffers::HostRoom> host_rooms();
  /// Gives each of hosts() a memory, if it has none, and adds them to `check`.
  void add_hosts(pcie::ByteCheck& check);
  /// Whether the first host of a tree has a memory already.
  [[nodiscard]] bool has_memory(unsigned tree) const {
    return memories_ != nullptr && memories_->made(trees_[tree]->spec.hosts.front());
  }
  [[nodiscard]] model::VerbsHost& software(unsigned tree = 0) { return *trees_[tree]->software; }
  /// Returns the tree of GPU `gpu`, whose host and cards serve it. Precondition: on_tree().
  [[nodiscard]] unsigned tree_of(unsigned gpu) const { return tree_of_[gpu]; }
  /// Posts `request` with the software that drives card `nic`.
  void post(unsigned nic, model::QueuePairNumber queue, const model::WorkRequest& request);

  [[nodiscard]] const hw::pcie::TlpPool& tlps(unsigned tree = 0) {
    return trees_[tree]->hardware.pool();
  }
  [[nodiscard]] std::size_t tlps_in_use() const;
  [[nodiscard]] std::uint64_t tlp_hops() const;

 private:
  struct Tree {
    Tree(const NodeTreeSpec& spec, std::uint64_t seed)
        : spec(spec), hardware(spec.tree, spec.parts, seed) {}
    [[nodiscard]] const std::string& name_of(unsigned device) const;
    const NodeTreeSpec spec;
    pcie::TreeHardware hardware;
    std::vector<std::unique_ptr<hw::pcie::Endpoint>> hosts;
    std::unique_ptr<model::VerbsHost> software;
  };
  struct Slot {
    unsigned tree = 0;
    unsigned device = 0;  ///< In the tree.
  };
  void make_trees(const ClusterNodeParams& params, std::uint64_t seed);
  void make_gpus(const ClusterNodeParams& params, std::uint64_t seed);
  void make_cards(const ClusterNodeParams& params, unsigned first_card, std::uint64_t seed,
                  hw::nic::SegmentPool& segments);
  std::unique_ptr<hw::pcie::Endpoint> make_endpoint(const Slot& slot, const std::string& name,
                                                    std::uint64_t seed);
  void map_windows();
  void find_nearest();
  /// Throws UserError unless GPU `from` can access the memory of `to`.
  void require_way(unsigned from, unsigned to, const std::string& copy) const;
  /// Throws UserError unless `host` is there and on the tree of `gpu`.
  void require_host(unsigned gpu, std::optional<unsigned> host, const std::string& copy) const;

  static constexpr unsigned kNoTree = ~0u;
  std::vector<std::unique_ptr<Tree>> trees_;
  std::vector<Slot> gpu_slots_;   ///< By GPU.
  std::vector<Slot> nic_slots_;   ///< By card.
  std::vector<Slot> host_slots_;  ///< By host: its tree, and its index among the tree's hosts.
  std::unique_ptr<HostMemories> memories_;          ///< Null: the node is from no file.
  std::vector<unsigned> tree_of_;                   ///< By GPU; kNoTree: none.
  std::vector<std::optional<unsigned>> near_host_;  ///< By GPU.
  std::unique_ptr<NodeGpus> full_;
  std::vector<std::unique_ptr<hw::pcie::Endpoint>> owned_;  ///< Used if there is no `full_`.
  std::vector<hw::pcie::Endpoint*> endpoints_;              ///< By GPU; null: on no tree.
  const unsigned networked_;
  std::vector<std::unique_ptr<hw::nic::Nic>> nics_;  ///< Those that join the network come first.
  std::vector<unsigned> number_of_nic_;              ///< Number of each at its software.
  std::vector<std::optional<unsigned>> nearest_;     ///< By GPU: its card.
  std::vector<std::optional<unsigned>> nearest_to_host_;
};

}  // namespace gf::platforms::cluster
