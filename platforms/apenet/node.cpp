// SPDX-License-Identifier: Apache-2.0
#include "platforms/apenet/node.h"

#include "platforms/pcie/tree_graph.h"

namespace gf::platforms::apenet {
namespace {

using model::PcieNodeKind;

constexpr std::size_t kMostRecords = 4'000'000;  ///< Of an analyser: some 200 MB [assumed].

model::PcieTree make_tree(const NodeParams& params) {
  params.validate("node");
  const std::string above = params.gpu_at == "switch" ? "plx" : "root";
  return {"node",
          {{"root", PcieNodeKind::kRootComplex, "", 0},
           {"host", PcieNodeKind::kGpu, "root", 0},
           {"plx", PcieNodeKind::kSwitch, "root", 0},
           {"card", PcieNodeKind::kGpu, "plx", 0},
           {"gpu", PcieNodeKind::kGpu, above, 0}},
          "node"};
}

}  // namespace

NodeParams::NodeParams() {
  host.bar = core::Bytes(8ull << 30);
  host.port.link.rate = core::gigabytes_per_second(25.6);  // QPI: 6.4 GT/s, 2 B, both directions
  host.completer.max_payload = core::Bytes(64);
  memory.size = core::Bytes(8ull << 30);
  memory.rate = core::gigabytes_per_second(20);
  memory.latency = sc_core::sc_time(60, sc_core::SC_NS);
}

void NodeParams::declare(const core::ParamScope& scope) {
  core::ParamGroup::declare(scope);
  gpu = hw::apenet::GpuPeerParams::of(architecture);
  root.declare(scope.child("root"));
  plx.declare(scope.child("plx"));
  host.declare(scope.child("host"));
  memory.declare(scope.child("host_memory"));
  gpu.declare(scope.child("gpu"));
  card.declare(scope.child("card"));
}

Node::Node(const sc_core::sc_module_name& name, const NodeParams& params, unsigned number,
           std::uint64_t seed, hw::apenet::PacketPool& packets, bool bytes)
    : sc_module(name), tree_(make_tree(params)), switches_(tree_.nodes().size()) {
  std::vector<core::Bytes> bars(3);
  bars[tree_.node(tree_.find("host")).gpu] = params.host.bar;
  bars[tree_.node(tree_.find("gpu")).gpu] = params.gpu.pcie.bar;
  bars[tree_.node(tree_.find("card")).gpu] = params.card.pcie.bar;
  configuration_ = hw::pcie::enumerate(tree_, bars);
  make_switches(params, seed);
  make_leaves(params, number, seed, packets, bytes);
  for (unsigned i = 1; i < tree_.nodes().size(); ++i) connect(i);
}

void Node::make_switches(const NodeParams& params, std::uint64_t seed) {
  for (unsigned i = 0; i < tree_.nodes().size(); ++i) {
    const model::PcieNode& node = tree_.node(i);
    if (node.kind == PcieNodeKind::kGpu) continue;
    const bool is_root = node.kind == PcieNodeKind::kRootComplex;
    hw::pcie::SwitchParams made = is_root ? params.root : params.plx;
    made.ports.resize(node.children.size() + (is_root ? 0 : 1));
    for (hw::pcie::PortParams& port : made.ports) port.link = params.card.pcie.port.link;
    for (unsigned port = 0; port < node.children.size(); ++port) {
      const std::string& below = tree_.node(node.children[port]).name;
      if (below == "host") made.ports[port].link = params.host.port.link;
      if (below == "gpu") made.ports[port].link = params.gpu.pcie.port.link;
    }
    const int upstream = is_root ? -1 : static_cast<int>(node.up_port());
    switches_[i] = std::make_unique<hw::pcie::Switch>(node.name.c_str(), made, upstream,
                                                      configuration_[i].routing, seed, tlps_);
  }
}

void Node::make_leaves(const NodeParams& params, unsigned number, std::uint64_t seed,
                       hw::apenet::PacketPool& packets, bool bytes) {
  const auto config = [&](const char* name) -> const hw::pcie::NodeConfiguration& {
    return configuration_[tree_.find(name)];
  };
  host_ = std::make_unique<hw::pcie::Endpoint>("host", params.host, seed, tlps_);
  host_->configure(config("host").id, config("host").window);
  host_memory_ = std::make_unique<model::SparseMemory>("host_memory", params.memory);
  host_->memory.socket.bind(host_memory_->socket);
  gpu_ = std::make_unique<hw::apenet::GpuPeer>("gpu", params.gpu, seed, tlps_);
  gpu_->port.configure(config("gpu").id, config("gpu").window);
  if (bytes) {
    gpu_memory_ = std::make_unique<model::SparseMemory>("gpu_memory", model::SparseMemoryParams{});
    gpu_->memory.socket.bind(gpu_memory_->socket);
  }
  card_ = std::make_unique<hw::apenet::Card>("card", params.card, number, 1, seed, tlps_, packets);
  card_->port.configure(config("card").id, config("card").window);
  card_->attach_gpu(0, config("gpu").window.first);
  if (params.analyser) {
    analyser_ = std::make_unique<hw::apenet::BusAnalyser>("analyser", kMostRecords);
  }
}

Node::End Node::upward(unsigned index) const {
  const std::string& name = tree_.node(index).name;
  if (name == "host") return {&host_->egress, &host_->rx};
  if (name == "gpu") return {&gpu_->port.egress, &gpu_->port.rx};
  if (name == "card") return {&card_->port.egress, &card_->port.rx};
  const unsigned port = tree_.node(index).up_port();
  return {&switches_[index]->egress(port), &switches_[index]->ingress(port).rx};
}

void Node::add_to(Graph& graph) const {
  const auto node = [&](unsigned i) -> Graph::Node {
    const bool leaf = switches_[i] == nullptr;  // "host", "card" or "gpu": its kind too
    const std::string& name_in_tree = tree_.node(i).name;
    const std::string kind(leaf ? name_in_tree : to_text(tree_.node(i).kind));
    return {std::string(name()) + '.' + name_in_tree, kind, {}, name()};
  };
  const auto tx = [&](unsigned i, unsigned port) -> const hw::link::Transmitter& {
    return switches_[i] == nullptr ? upward(i).egress->tx : switches_[i]->egress(port).tx;
  };
  pcie::add_tree(graph, tree_, node, tx);
}

void Node::connect(unsigned child) {
  const model::PcieNode& node = tree_.node(child);
  hw::pcie::Switch& parent = *switches_[node.parent];
  const End end = upward(child);
  if (analyser_ != nullptr && node.name == "card") {
    end.egress->tx.connect(parent.ingress(node.parent_port).rx, analyser_->from_card.in);
    analyser_->from_card.out.bind(parent.ingress(node.parent_port).rx.in);
    parent.egress(node.parent_port).tx.connect(*end.rx, analyser_->to_card.in);
    analyser_->to_card.out.bind(end.rx->in);
    return;
  }
  end.egress->tx.connect(parent.ingress(node.parent_port).rx);
  parent.egress(node.parent_port).tx.connect(*end.rx);
}

}  // namespace gf::platforms::apenet
