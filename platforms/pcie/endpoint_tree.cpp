// SPDX-License-Identifier: Apache-2.0
#include "platforms/pcie/endpoint_tree.h"

#include <algorithm>

#include "core/base/error.h"

namespace gf::platforms::pcie {

using model::PcieNode;
using model::PcieNodeKind;

EndpointTreeParams::EndpointTreeParams(const model::PcieTree& tree) : nodes(tree.nodes().size()) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const PcieNode& node = tree.nodes()[i];
    nodes[i].bridge.ports.resize(tree.port_count(static_cast<unsigned>(i)));
    if (node.kind == PcieNodeKind::kRootComplex) {
      nodes[i].bridge.split_payload = core::Bytes(64);  // [SC16], III-B
    }
    if (!tree.is_socket(static_cast<unsigned>(i))) continue;
    nodes[i].bridge.ports[node.up_port()] = hw::pcie::socket_port();
    nodes[node.parent].bridge.ports[node.parent_port] = hw::pcie::socket_port();
  }
  for (const model::RootLink& link : tree.cross_links()) {
    nodes[link.a].bridge.ports[link.a_port] = hw::pcie::socket_port();
    nodes[link.b].bridge.ports[link.b_port] = hw::pcie::socket_port();
  }
}

void EndpointTreeParams::declare_first(unsigned endpoints, const model::PcieTree& tree,
                                       const core::ParamScope& root) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const PcieNode& node = tree.nodes()[i];
    const core::ParamScope scope = root.child(node.name);
    if (node.kind == PcieNodeKind::kDevice) {
      if (node.device < endpoints)
        nodes[i].endpoint.declare(scope);
      else
        nodes[i].endpoint.port.declare(scope);
      continue;
    }
    nodes[i].bridge.declare(scope);
    for (std::size_t port = 0; port < nodes[i].bridge.ports.size(); ++port) {
      nodes[i].bridge.ports[port].declare(scope.child("port_" + std::to_string(port)));
    }
  }
}

namespace {

void check(const PcieNode& node, const EndpointTreeParams::Node& params, core::Bytes largest) {
  if (node.kind == PcieNodeKind::kDevice) {
    params.endpoint.validate(node.name);
    params.endpoint.port.validate(node.name, largest);
  } else if (params.bridge.max_payload < largest) {
    core::fail_config(node.name, "max_payload", core::to_text(params.bridge.max_payload),
                      "at least " + core::to_text(largest) + ", the largest payload of a GPU",
                      "raise it or lower the GPUs' max_payload");
  }
}

}  // namespace

double EndpointTreeParams::latency(const model::PcieTree& tree, unsigned from, unsigned to) const {
  if (from == to) return 0;
  const hw::pcie::EndpointParams& source = nodes[tree.device_node(from)].endpoint;
  sc_core::sc_time sum = source.copy.setup + source.port.link.propagation +
                         nodes[tree.device_node(to)].endpoint.receive_latency;
  for (const model::PcieHop& hop : tree.path(from, to)) {
    const hw::pcie::SwitchParams& bridge = nodes[hop.node].bridge;
    sum += bridge.hop_latency + bridge.ports[hop.out_port].link.propagation;
  }
  return sum.to_seconds();
}

TreeParts EndpointTreeParams::parts(const model::PcieTree& tree) const {
  TreeParts parts;
  parts.acs_redirect = acs_redirect;
  core::Bytes largest;
  for (unsigned number = 0; number < tree.device_count(); ++number) {
    const hw::pcie::EndpointParams& endpoint = nodes[tree.device_node(number)].endpoint;
    // This loop finishes before any switch is checked: a packet of one GPU may cross every switch
    // of the tree.
    largest = std::max(largest, endpoint.largest_payload());
    parts.bars.push_back(endpoint.bar);
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    check(tree.nodes()[i], nodes[i], largest);
    parts.switches.push_back(nodes[i].bridge);
  }
  return parts;
}

EndpointTree::EndpointTree(const model::PcieTree& tree, const EndpointTreeParams& params,
                           std::uint64_t seed)
    : EndpointTree(tree, params, seed, Endpoints(tree.device_count())) {
  join();
}

// Endpoints are made among the switches, before gpus_ exists.
EndpointTree::EndpointTree(const model::PcieTree& tree, const EndpointTreeParams& params,
                           std::uint64_t seed, Endpoints made)
    : TreeHardware(tree, params.parts(tree), seed,
                   [&](TreeHardware& here, unsigned number) {
                     const unsigned index = tree.device_node(number);
                     made[number] = std::make_unique<hw::pcie::Endpoint>(
                         tree.node(index).name.c_str(), params.nodes[index].endpoint, seed,
                         here.pool());
                     here.attach(number, *made[number]);
                   }),
      gpus_(std::move(made)) {}

std::vector<hw::pcie::Endpoint*> EndpointTree::gpus() const {
  std::vector<hw::pcie::Endpoint*> all;
  for (const auto& gpu : gpus_) all.push_back(gpu.get());
  return all;
}

}  // namespace gf::platforms::pcie
