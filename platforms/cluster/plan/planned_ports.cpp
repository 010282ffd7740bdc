// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/plan/planned_ports.h"

#include <algorithm>
#include <cmath>

#include "tlm_models/machine/machine_presets.h"
#include "tlm_models/machine/pcie_generation.h"

namespace gf::platforms::cluster {
namespace {

using model::LinkFamily;
using model::LinkSpec;
using model::PcieNode;

/// Buffers sized for the round trip of a gen3 x16 link would slow down a faster link.
void enlarge_buffers(hw::pcie::PortParams& port, core::ByteRate rate) {
  const double base = model::pcie_rate(3, 16).bytes_per_second();
  const auto times = static_cast<unsigned>(std::lround(rate.bytes_per_second() / base));
  if (times <= 1) return;
  port.header_credits = std::min(port.header_credits * times, 1u << 16);
  port.data_credits = std::min(port.data_credits * times, 1u << 20);
  port.link.replay_buffer = core::Bytes(port.link.replay_buffer.count() * times);
  for (const char* name : {"header_credits", "data_credits", "replay_buffer"})
    port.sources.emplace_back(name, "assumed: as at 16 lanes of PCIe 3.0, times the rate");
}

/// Returns the source of a link's rate and latency. Values in a user's file are known; those of a
/// preset, and those of links that no file describes, are assumed.
std::string source_of(const model::PlannedLink& link) {
  const bool stated = link.spec->rate || link.spec->latency;
  const bool from_file = link.place.line != 0 && !model::is_machine_preset(link.place.file);
  if (!stated || !from_file) return link.spec->rate_source();
  return "the machine's file, line " + std::to_string(link.place.line);
}

void make_as(hw::pcie::PortParams& port, const model::PlannedLink& link) {
  const LinkSpec& spec = *link.spec;
  const auto said = [&](const char* name, const std::string& source) {
    for (auto& [known, text] : port.sources)
      if (known == name) {
        text = source;
        return;
      }
    port.sources.emplace_back(name, source);
  };
  if (const auto rate = spec.raw_rate()) {
    port.link.rate = *rate;
    said("rate", source_of(link));
    enlarge_buffers(port, *rate);
    // PCIe 3.0 gives no timers for generations above 3: they use those of 8 GT/s.
    if (spec.family == LinkFamily::kPcie && spec.generation < 3)
      port.dllp.lane_speed = spec.generation == 1 ? "2.5 GT/s" : "5 GT/s";
  }
  if (!spec.latency) return;
  port.link.propagation = *spec.latency;
  said("propagation", source_of(link));
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
    make_as(port_of(params, node, i, node.up_port()), *planned.up[i]);
    make_as(params.nodes[node.parent].bridge.ports[node.parent_port], *planned.up[i]);
    if (spec.family == LinkFamily::kPcie)
      slowest = slowest == 0 ? spec.generation : std::min(slowest, spec.generation);
  }
  if (slowest == 0) return params;
  for (pcie::EndpointTreeParams::Node& node : params.nodes)
    set_sizes(node.endpoint, model::kPcieGenerations.at(slowest - 1));
  return params;
}

}  // namespace gf::platforms::cluster
