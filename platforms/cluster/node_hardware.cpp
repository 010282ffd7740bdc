// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/node_hardware.h"

#include <fmt/format.h>
#include <utility>

#include "core/base/error.h"
#include "platforms/cluster/hosts/host_copies.h"

namespace gf::platforms::cluster {

const std::string& NodeHardware::Tree::name_of(unsigned device) const {
  return spec.tree.node(spec.tree.device_node(device)).name;
}

NodeHardware::NodeHardware(const ClusterNodeParams& params, unsigned first_card, std::uint64_t seed,
                           hw::nic::SegmentPool& segments)
    : gpu_slots_(params.gpus),
      nic_slots_(params.nics),
      tree_of_(params.gpus, kNoTree),
      near_host_(params.gpus),
      endpoints_(params.gpus),
      networked_(params.networked()),
      nics_(params.nics),
      number_of_nic_(params.nics) {
  make_trees(params, seed);
  if (params.planned) {
    memories_ = std::make_unique<HostMemories>(params.planned->memories);
    near_host_ = params.planned->near_hosts;
    for (unsigned host = 0; host < hosts(); ++host)
      memories_->make(host, numbered_host(host), trees_[host_slots_[host].tree]->hardware, false);
  }
  make_gpus(params, seed);
  make_cards(params, first_card, seed, segments);
  for (const auto& tree : trees_) tree->hardware.join();
  map_windows();
  find_nearest();
}

void NodeHardware::make_trees(const ClusterNodeParams& params, std::uint64_t seed) {
  for (const NodeTreeSpec& spec : node_trees(params)) {
    const unsigned number = trees();
    trees_.push_back(std::make_unique<Tree>(spec, seed));
    Tree& tree = *trees_.back();
    unsigned next = static_cast<unsigned>(spec.gpus.size());  // device of the tree
    for (unsigned host = 0; host < spec.hosts.size(); ++host, ++next) {
      tree.hosts.push_back(make_endpoint({number, next}, tree.name_of(next), seed));
      if (host_slots_.size() <= spec.hosts[host]) host_slots_.resize(spec.hosts[host] + 1);
      host_slots_[spec.hosts[host]] = {number, host};
    }
    for (unsigned device = 0; device < spec.gpus.size(); ++device) {
      gpu_slots_[spec.gpus[device]] = {number, device};
      tree_of_[spec.gpus[device]] = number;
    }
    for (unsigned card = 0; card < spec.nics.size(); ++card)
      nic_slots_[spec.nics[card]] = {number, next + card};
  }
}

std::unique_ptr<hw::pcie::Endpoint> NodeHardware::make_endpoint(const Slot& slot,
                                                                const std::string& name,
                                                                std::uint64_t seed) {
  Tree& tree = *trees_[slot.tree];
  auto made = std::make_unique<hw::pcie::Endpoint>(name.c_str(), tree.spec.endpoints[slot.device],
                                                   seed, tree.hardware.pool());
  tree.hardware.attach(slot.device, *made);
  return made;
}

void NodeHardware::make_gpus(const ClusterNodeParams& params, std::uint64_t seed) {
  if (params.planned && params.planned->gpus) {
    full_ = std::make_unique<NodeGpus>(*params.planned->gpus, seed, [&](unsigned gpu) {
      return tree_of_[gpu] == kNoTree ? nullptr : make_endpoint(gpu_slots_[gpu], "pcie", seed);
    });
    for (unsigned gpu = 0; gpu < gpus(); ++gpu) endpoints_[gpu] = full_->gpu(gpu).pcie();
    return;
  }
  for (unsigned gpu = 0; gpu < gpus(); ++gpu) {
    const Slot& slot = gpu_slots_[gpu];
    owned_.push_back(make_endpoint(slot, trees_[slot.tree]->name_of(slot.device), seed));
    endpoints_[gpu] = owned_.back().get();
  }
}

void NodeHardware::make_cards(const ClusterNodeParams& params, unsigned first_card,
                              std::uint64_t seed, hw::nic::SegmentPool& segments) {
  for (unsigned number = 0; number < trees(); ++number) {
    Tree& tree = *trees_[number];
    const std::string name = number == 0 ? "software" : fmt::format("software_{}", number);
    tree.software = std::make_unique<model::VerbsHost>(name.c_str(), params.software);
    tree.software->pcie.socket.bind(tree.hosts.front()->requester.socket);
    for (unsigned card = 0; card < tree.spec.nics.size(); ++card) {
      const unsigned nic = tree.spec.nics[card];
      const unsigned device = nic_slots_[nic].device;
      nics_[nic] =
          std::make_unique<hw::nic::Nic>(tree.name_of(device).c_str(), tree.spec.cards[card],
                                         first_card + nic, seed, tree.hardware.pool(), segments);
      tree.hardware.attach(device, nics_[nic]->port);
      nics_[nic]->attach_host(tree.hosts.front()->window().first,
                              tree.software->add_card(*nics_[nic]));
      number_of_nic_[nic] = card;
    }
  }
}

void NodeHardware::map_windows() {
  if (full_ == nullptr) return;
  for (unsigned gpu = 0; gpu < gpus(); ++gpu) {
    if (!on_tree(gpu)) continue;
    for (unsigned peer = 0; peer < gpus(); ++peer)
      if (peer != gpu && on_one_tree(gpu, peer))
        full_->gpu(gpu).map(peer, endpoints_[peer]->window());
    full_->gpu(gpu).map(full_->host_home(), host(tree_of(gpu)).window());
    for (unsigned number = 0; number < host_slots_.size(); ++number)
      if (host_on_tree_of(gpu, number))
        full_->gpu(gpu).map(memory_home(number), numbered_host(number).window());
    for (unsigned card = 0; card < nics_.size(); ++card)
      if (nic_slots_[card].tree == tree_of(gpu))
        full_->gpu(gpu).map(full_->card_home(card), nics_[card]->port.window());
  }
}

std::vector<gpu::GpuBuffers::HostRoom> NodeHardware::host_rooms() {
  std::vector<gpu::GpuBuffers::HostRoom> rooms(gpus());
  for (unsigned gpu = 0; gpu < gpus(); ++gpu) {
    if (!on_tree(gpu)) continue;
    const std::optional<unsigned> near = near_host(gpu);
    const hw::pcie::AddressWindow& window =
        (near ? numbered_host(*near) : host(tree_of(gpu))).window();
    rooms[gpu] = {near ? memory_home(*near) : full_->host_home(), window.last - window.first + 1};
  }
  return rooms;
}

void NodeHardware::find_nearest() {
  std::vector<unsigned> shared(nics());
  for (unsigned gpu = 0; gpu < gpus(); ++gpu) {
    unsigned best = nics();  // none
    const auto cost = [&](unsigned nic) {
      const model::PcieTree& tree = trees_[tree_of(gpu)]->spec.tree;
      return std::pair(tree.path(gpu_slots_[gpu].device, nic_slots_[nic].device).size(),
                       shared[nic]);
    };
    for (unsigned nic = 0; nic < nics() && on_tree(gpu); ++nic) {
      if (nic_slots_[nic].tree != tree_of(gpu)) continue;
      if (best == nics() || cost(nic) < cost(best)) best = nic;
    }
    nearest_.emplace_back();
    if (best == nics()) continue;
    ++shared[best];
    nearest_.back() = best;
  }
  for (const Slot& host : host_slots_) {
    const NodeTreeSpec& spec = trees_[host.tree]->spec;
    const auto device = static_cast<unsigned>(spec.gpus.size()) + host.device;
    const auto hops = [&](unsigned nic) {
      return spec.tree.path(device, nic_slots_[nic].device).size();
    };
    std::optional<unsigned>& best = nearest_to_host_.emplace_back();
    for (unsigned nic = 0; nic < nics(); ++nic)
      if (nic_slots_[nic].tree == host.tree && (!best || hops(nic) < hops(*best))) best = nic;
  }
}

std::unique_ptr<HostPathsIf> NodeHardware::make_host_paths(
    EndpointHostPaths::OtherCopies others) const {
  std::vector<GpuEndpoint> gpu_ends;
  for (unsigned gpu = 0; gpu < gpus(); ++gpu) {
    const hw::pcie::EndpointParams& params =
        trees_[tree_of_[gpu]]->spec.endpoints[gpu_slots_[gpu].device];
    gpu_ends.push_back({endpoints_[gpu], params.copy.setup, near_host(gpu), params.shares});
  }
  std::vector<hw::pcie::Endpoint*> host_ends;
  for (unsigned host = 0; host < hosts(); ++host) host_ends.push_back(&numbered_host(host));
  return std::make_unique<EndpointHostPaths>(std::move(gpu_ends), std::move(host_ends),
                                             std::move(others));
}

void NodeHardware::require_path(unsigned from, unsigned to, const P2pRules& rules,
                                const std::string& copy) const {
  if (model::is_host(to)) return require_host(from, to - model::kFirstHost, copy);
  if (model::is_host(from)) return require_host(to, from - model::kFirstHost, copy);
  if (rules.direct(from, to)) return require_way(from, to, copy);
  for (const unsigned gpu : {from, to}) require_host(gpu, near_host(from), copy);
}

void NodeHardware::require_way(unsigned from, unsigned to, const std::string& copy) const {
  if (on_one_tree(from, to)) return;
  if (full_ != nullptr && full_->fabric() != nullptr) full_->fabric()->require_pair(from, to, copy);
}

void NodeHardware::require_host(unsigned gpu, std::optional<unsigned> host,
                                const std::string& copy) const {
  if (host && host_on_tree_of(gpu, *host)) return;
  core::fail_config("", "machine", fmt::format("GPU {}", gpu),
                    host ? fmt::format("a GPU on the PCIe tree of host{}", *host)
                         : "a GPU with a host memory on its PCIe tree",
                    "needed by " + copy +
                        "; the key memory of a root complex makes a host, and socket links join "
                        "trees");
}

void NodeHardware::require_card(unsigned device, const std::string& copy) const {
  const bool host = model::is_host(device);
  if (host ? nearest_to_host_[device - model::kFirstHost] : nearest_[device]) return;
  core::fail_config("", "machine", (host ? "" : "GPU ") + model::device_name(device) + " of a node",
                    "a device with a NIC of the network on its PCIe tree", "needed by " + copy);
}

// The largest pages have 2 MiB.
constexpr std::uint64_t kPageRoom = 2ull << 20;

std::vector<pcie::ByteCheck::Store> NodeHardware::stores() {
  std::vector<pcie::ByteCheck::Store> found;
  for (unsigned gpu = 0; gpu < gpus(); ++gpu) {
    hw::gpu::GpuMemory& memory = full_->gpu(gpu).memory();
    // Pushed data has places in the node's page table, like all data that kernels write.
    std::uint64_t first = 0;
    for (const model::DataStructure& data : full_->node().workload().data)
      if (!full_->pushes().empty() && data.homes.size() == 1 && data.homes.front() == gpu)
        first += (data.bytes.count() + kPageRoom - 1) / kPageRoom * kPageRoom;
    found.push_back({memory.name(), memory.capacity(), &memory.bytes(), first});
  }
  return found;
}

void NodeHardware::add_hosts(pcie::ByteCheck& check) {
  for (unsigned host = 0; host < hosts(); ++host) {
    memories_->make(host, numbered_host(host), trees_[host_slots_[host].tree]->hardware, true);
    check.add_host(memories_->store(host, numbered_host(host)));
  }
}

void NodeHardware::post(unsigned nic, model::QueuePairNumber queue,
                        const model::WorkRequest& request) {
  software(nic_slots_[nic].tree).post(number_of_nic_[nic], queue, request);
}

std::size_t NodeHardware::tlps_in_use() const {
  std::size_t all = 0;
  for (const auto& tree : trees_) all += tree->hardware.pool().in_use();
  return all;
}

hw::link::Transmitter& NodeHardware::to_gpu(unsigned i) const {
  const Slot& slot = gpu_slots_[i];
  const pcie::TreeHardware& hardware = trees_[slot.tree]->hardware;
  const model::PcieNode& node = hardware.tree().node(hardware.tree().device_node(slot.device));
  return hardware.tx(node.parent, node.parent_port);
}

std::uint64_t NodeHardware::tlp_hops() const {
  std::uint64_t all = 0;
  for (const auto& tree : trees_) all += tree->hardware.tlp_hops();
  return all;
}

void NodeHardware::add_to(Graph& graph, const std::string& prefix, const std::string& group) const {
  for (const auto& tree : trees_) {
    const auto gpus_here = static_cast<unsigned>(tree->spec.gpus.size());
    tree->hardware.add_to(
        graph,
        [&](unsigned device) -> Graph::Node {
          if (device < gpus_here && full_ != nullptr) {
            const unsigned gpu = tree->spec.gpus[device];
            return {fmt::format("{}gpu_{}", prefix, gpu), "gpu", gpu, group};
          }
          const unsigned host = device - gpus_here;  // of the tree; wraps around for GPUs
          const bool is_host = host < tree->spec.hosts.size();
          const char* kind = device < gpus_here                  ? "gpu"
                             : !is_host                          ? "card"
                             : is_device(tree->spec.hosts[host]) ? "device"
                                                                 : "host";
          return {prefix + tree->name_of(device), kind, {}, group};
        },
        group);
  }
  if (full_ != nullptr) full_->add_to(graph, prefix, group);
}

}  // namespace gf::platforms::cluster
