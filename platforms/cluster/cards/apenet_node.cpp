// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/cards/apenet_node.h"

namespace gf::platforms::apenet {
namespace {

using model::PcieNodeKind;

constexpr std::size_t kMostRecords = 4'000'000;  ///< Of an analyser: about 200 MB [assumed].

model::PcieTree make_tree(const ApenetNodeParams& params) {
  params.validate("node");
  const std::string above = params.gpu_at == "switch" ? "plx" : "root";
  return {"node",
          {{"root", PcieNodeKind::kRootComplex, "", 0},
           {"host", PcieNodeKind::kDevice, "root", 0},
           {"plx", PcieNodeKind::kSwitch, "root", 0},
           {"card", PcieNodeKind::kDevice, "plx", 0},
           {"gpu", PcieNodeKind::kDevice, above, 0}},
          "node"};
}

/// Returns port and window of the device `name`; the switch has a link like the card's.
struct Leaf {
  const hw::pcie::PortParams& port;
  core::Bytes bar;
};
Leaf leaf(const ApenetNodeParams& params, const std::string& name) {
  if (name == "host") return {params.host.port, params.host.bar};
  if (name == "gpu") return {params.gpu.pcie.port, params.gpu.pcie.bar};
  return {params.card.pcie.port, params.card.pcie.bar};
}

/// Makes `port` the other end of the link of `leaf`. Its buffers stay unchanged.
void use_link_of(const hw::pcie::PortParams& leaf, hw::pcie::PortParams& port) {
  port.link = leaf.link;
  port.dllp = leaf.dllp;
}

hw::pcie::SwitchParams switch_params(const ApenetNodeParams& params, const model::PcieTree& tree,
                                     const model::PcieNode& node) {
  const bool is_root = node.kind == PcieNodeKind::kRootComplex;
  hw::pcie::SwitchParams made = is_root ? params.root : params.plx;
  made.ports.resize(node.children.size() + (is_root ? 0 : 1));
  for (hw::pcie::PortParams& port : made.ports) use_link_of(params.card.pcie.port, port);
  for (unsigned port = 0; port < node.children.size(); ++port) {
    use_link_of(leaf(params, tree.node(node.children[port]).name).port, made.ports[port]);
  }
  return made;
}

pcie::TreeHardware make_hardware(const ApenetNodeParams& params, std::uint64_t seed) {
  const model::PcieTree tree = make_tree(params);
  pcie::TreeParts parts;
  for (const model::PcieNode& node : tree.nodes()) {
    parts.switches.push_back(switch_params(params, tree, node));
  }
  for (unsigned number = 0; number < tree.device_count(); ++number) {
    parts.bars.push_back(leaf(params, tree.node(tree.device_node(number)).name).bar);
  }
  return {tree, parts, seed};
}

}  // namespace

ApenetNodeParams::ApenetNodeParams() {
  host.bar = core::Bytes(8ull << 30);
  host.port.link.rate = core::gigabytes_per_second(25.6);  // QPI: 6.4 GT/s, 2 B, both directions
  host.completer.max_payload = core::Bytes(64);
  memory.size = core::Bytes(8ull << 30);
  memory.rate = core::gigabytes_per_second(20);
  memory.latency = sc_core::sc_time(60, sc_core::SC_NS);
}

void ApenetNodeParams::declare(const core::ParamScope& scope) {
  core::ParamGroup::declare(scope);
  // The architecture sets the defaults of the GPU's parameters, so it is declared before them.
  gpu = hw::apenet::GpuPeerParams::of(architecture);
  root.declare(scope.child("root"));
  plx.declare(scope.child("plx"));
  host.declare(scope.child("host"));
  memory.declare(scope.child("host_memory"));
  gpu.declare(scope.child("gpu"));
  card.declare(scope.child("card"));
}

ApenetNode::ApenetNode(const sc_core::sc_module_name& name, const ApenetNodeParams& params,
                       unsigned number, std::uint64_t seed, hw::apenet::PacketPool& packets,
                       bool bytes)
    : sc_module(name), card_link_(params.card.pcie.port.link), tree_(make_hardware(params, seed)) {
  make_devices(params, number, seed, packets, bytes);
  // This must come between making and joining the devices: an interposer needs both ends to exist,
  // and the link not to be bound yet.
  if (params.analyser) {
    analyser_ = std::make_unique<hw::apenet::BusAnalyser>("analyser", kMostRecords);
    tree_.interpose(device("card"), {analyser_->from_card.in, analyser_->from_card.out},
                    {analyser_->to_card.in, analyser_->to_card.out});
  }
  tree_.join();
}

void ApenetNode::make_devices(const ApenetNodeParams& params, unsigned number, std::uint64_t seed,
                              hw::apenet::PacketPool& packets, bool bytes) {
  host_ = std::make_unique<hw::pcie::Endpoint>("host", params.host, seed, tree_.pool());
  tree_.attach(device("host"), *host_);
  host_memory_ = std::make_unique<model::SparseMemory>("host_memory", params.memory);
  host_->memory.socket.bind(host_memory_->socket);
  gpu_ = std::make_unique<hw::apenet::GpuPeer>("gpu", params.gpu, seed, tree_.pool());
  tree_.attach(device("gpu"), gpu_->port);
  if (bytes) {
    gpu_memory_ = std::make_unique<model::SparseMemory>("gpu_memory", model::SparseMemoryParams{});
    gpu_->memory.socket.bind(gpu_memory_->socket);
  }
  card_ = std::make_unique<hw::apenet::Card>("card", params.card, number, 1, seed, tree_.pool(),
                                             packets);
  tree_.attach(device("card"), card_->port);
  card_->attach_gpu(0, gpu_->port.window().first);
}

void ApenetNode::add_to(Graph& graph) const {
  const auto device_node = [this](unsigned number) -> Graph::Node {
    const std::string& kind = tree_.tree().node(tree_.tree().device_node(number)).name;
    return {std::string(name()) + '.' + kind, kind, {}, name()};  // "host", "card" or "gpu"
  };
  tree_.add_to(graph, device_node, name());
}

unsigned ApenetNode::device(const char* name) const {
  const model::PcieTree& tree = tree_.tree();
  return tree.node(tree.find(name)).device;
}

}  // namespace gf::platforms::apenet
