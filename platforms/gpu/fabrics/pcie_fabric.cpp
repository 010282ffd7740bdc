// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/fabrics/pcie_fabric.h"

#include <fmt/format.h>

#include "core/base/error.h"
#include "platforms/gpu/fabrics/pcie_port.h"
#include "tlm_models/machine/topology_files.h"

namespace gf::platforms::gpu {
namespace {

using model::PcieNodeKind;

pcie::TreeParts parts_of(const model::PcieTree& tree, const PcieFabricParams& params) {
  pcie::EndpointTreeParams all(tree);
  for (std::size_t i = 0; i < all.nodes.size(); ++i) {
    pcie::EndpointTreeParams::Node& node = all.nodes[i];
    node.endpoint = params.endpoint;
    const std::vector<hw::pcie::PortParams> ports = node.bridge.ports;
    node.bridge = params.bridge;
    for (const hw::pcie::PortParams& port : ports)
      node.bridge.ports.push_back(port.socket ? port : params.endpoint.port);
    if (tree.nodes()[i].kind == PcieNodeKind::kRootComplex)
      node.bridge.split_payload = params.root_split;
  }
  return all.parts(tree);
}

model::PcieTree tree_of(const PcieFabricParams& params, unsigned gpus) {
  model::PcieTree tree = params.tree.empty()
                             ? model::pcie_tree_balanced(PcieNodeKind::kSwitch, {gpus})
                             : model::named_pcie_tree(params.tree);
  if (!params.places.empty()) tree = model::pcie_tree_placed(tree, params.places);
  if (tree.device_count() != gpus) {
    core::fail_config("pcie", "tree", params.tree, fmt::format("a tree with {} GPUs", gpus),
                      fmt::format("this one has {}, which must equal `gpus`", tree.device_count()));
  }
  return tree;
}

/// GPUs have copy engines of their own. The endpoint's engine is unused and has no parameters here,
/// so it must not determine the largest payload.
PcieFabricParams without_engine(PcieFabricParams params) {
  params.endpoint.copy.max_payload = params.endpoint.requester.max_payload;
  return params;
}

}  // namespace

PcieFabricParams::PcieFabricParams() {
  endpoint.bar = core::Bytes(16ull << 30);
  endpoint.requester.tags = 256;
  endpoint.port.header_credits = 256;
}

void PcieFabricParams::declare(const core::ParamScope& root) {
  const core::ParamScope scope = root.child("pcie");
  declare_only(scope, {"tree", "places"});
  scope.add("bar", endpoint.bar.variable(),
            "window onto each GPU's memory; a power of two that covers all of it",
            "assumed: the next power of two above 12 GB",
            core::power_of_two(core::mebibytes(1), core::Bytes(1ull << 40)));
  endpoint.declare_only(scope, {"receive_latency"});
  declare_only(scope, {"root_split"});
  endpoint.port.declare(scope);
  endpoint.requester.declare(scope.child("requester"));
  endpoint.completer.declare(scope.child("completer"));
  bridge.declare(scope.child("switch"));
  using Relation = core::ParamRelation::Kind;
  root.relate("pcie.bar", Relation::kAtLeast, {"pages.memory"});
  for (const char* const payload : {"pcie.requester.max_payload", "pcie.completer.max_payload"})
    root.relate("pcie.switch.max_payload", Relation::kAtLeast, {payload});
}

PcieFabric::PcieFabric(const PcieFabricParams& params, unsigned gpus, std::uint64_t seed)
    : params_(without_engine(params)), count_(gpus), seed_(seed) {
  if (gpus == 1) return;  // no peers
  const model::PcieTree tree = tree_of(params, gpus);
  tree_ = std::make_unique<pcie::TreeHardware>(tree, parts_of(tree, params_), seed);
}

void PcieFabric::add_port(Gpu& gpu, unsigned number) {
  if (tree_ == nullptr) return;
  GF_CHECK(number == bridges_.size(), "GPUs come in order");
  endpoints_.push_back(
      std::make_unique<hw::pcie::Endpoint>("pcie", params_.endpoint, seed_, tree_->pool()));
  hw::pcie::Endpoint& endpoint = *endpoints_.back();
  tree_->attach(number, endpoint);
  bridges_.push_back(put_behind(gpu, endpoint, "pcie"));
}

void PcieFabric::connect() {
  if (tree_ == nullptr) return;
  tree_->join();
  for (unsigned gpu = 0; gpu < count_; ++gpu)
    for (unsigned peer = 0; peer < count_; ++peer)
      if (peer != gpu) bridges_[gpu]->map(peer, endpoints_[peer]->window());
}

std::uint64_t PcieFabric::packet_hops() const { return tree_ == nullptr ? 0 : tree_->tlp_hops(); }

FabricTraffic PcieFabric::traffic(unsigned gpu) const {
  if (tree_ == nullptr) return {};
  const model::PcieNode& node = tree().node(tree().device_node(gpu));
  return {way_of(endpoints_[gpu]->egress.tx), way_of(tree_->tx(node.parent, node.parent_port))};
}

core::ByteRate PcieFabric::wire_rate() const { return params_.endpoint.port.link.rate; }

std::string PcieFabric::text() const {
  if (tree_ == nullptr) return "1 GPU";
  if (params_.tree.empty()) return fmt::format("{} GPUs on one PCIe switch", count_);
  return fmt::format("{} GPUs on the PCIe tree {}", count_, params_.tree);
}

void PcieFabric::add_to(Graph& graph) const {
  const auto gpu = [](unsigned number) -> Graph::Node {
    return {"gpu_" + std::to_string(number), "gpu", number};
  };
  if (tree_ == nullptr) {
    graph.nodes.push_back(gpu(0));
  } else {
    tree_->add_to(graph, gpu);
  }
}

}  // namespace gf::platforms::gpu
