// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/planned_ports.h"

#include <algorithm>

#include "tlm_models/machine/pcie_generation.h"

namespace gf::platforms::cluster {
namespace {

using model::LinkFamily;
using model::LinkSpec;
using model::PcieNode;

void make_as(hw::pcie::PortParams& port, const LinkSpec& spec) {
  if (const auto rate = spec.raw_rate()) {
    port.link.rate = *rate;
    port.rate_source = spec.rate_source();
  }
  if (spec.latency) port.link.propagation = *spec.latency;
}

hw::pcie::PortParams& port_of(pcie::EndpointTreeParams& params, const PcieNode& node,
                              unsigned index, unsigned port) {
  pcie::EndpointTreeParams::Node& at = params.nodes[index];
  return node.kind == model::PcieNodeKind::kDevice ? at.endpoint.port : at.bridge.ports[port];
}

void set_sizes(hw::pcie::EndpointParams& endpoint, const model::PcieGeneration& of) {
  for (core::Param<core::Bytes>* const payload :
       {&endpoint.copy.max_payload, &endpoint.requester.max_payload,
        &endpoint.completer.max_payload})
    *payload = core::Bytes(of.max_payload);
  endpoint.requester.max_read_request = core::Bytes(of.max_read_request);
  endpoint.requester.tags = of.tags;
}

}  // namespace

pcie::EndpointTreeParams planned_params(const model::PlannedTree& planned) {
  const model::PcieTree& tree = planned.tree;
  pcie::EndpointTreeParams params(tree);
  unsigned slowest = 0;
  for (unsigned i = 0; i < tree.nodes().size(); ++i) {
    const PcieNode& node = tree.node(i);
    if (planned.up[i] == nullptr || !planned.up[i]->spec) continue;
    const LinkSpec& spec = *planned.up[i]->spec;
    make_as(port_of(params, node, i, node.up_port()), spec);
    make_as(params.nodes[node.parent].bridge.ports[node.parent_port], spec);
    if (spec.family == LinkFamily::kPcie)
      slowest = slowest == 0 ? spec.generation : std::min(slowest, spec.generation);
  }
  if (slowest == 0) return params;
  for (pcie::EndpointTreeParams::Node& node : params.nodes)
    set_sizes(node.endpoint, model::kPcieGenerations.at(slowest - 1));
  return params;
}

}  // namespace gf::platforms::cluster
