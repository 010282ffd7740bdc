// SPDX-License-Identifier: Apache-2.0
#include "hw/pcie/switch/pcie_switch.h"

#include "core/base/error.h"

namespace gf::hw::pcie {
namespace {

IngressParams ingress_params(const SwitchParams& params) {
  IngressParams ingress;
  ingress.latency = params.hop_latency;
  ingress.cut_through = params.forwarding == "cut_through";
  ingress.crossbar_speedup = params.crossbar_speedup;
  ingress.split_payload = params.split_payload;
  ingress.virtual_outputs = params.queueing == "voq";
  ingress.host_ports = params.host_ports;
  return ingress;
}

std::unique_ptr<ArbiterIf> arbiter_for(const SwitchParams& params, bool upstream,
                                       const std::string& path) {
  ArbiterSettings settings;
  settings.policy = upstream ? params.upstream_arbitration : params.downstream_arbitration;
  // The last input answers unclaimed requests.
  settings.inputs = static_cast<unsigned>(params.ports.size()) + 1;
  settings.weights = params.weights;
  settings.packet_cost_bytes = params.packet_cost;
  return make_arbiter(settings, path);
}

std::string port_name(const char* side, unsigned port) {
  return std::string(side) + "_" + std::to_string(port);
}

}  // namespace

void SwitchParams::declare(const core::ParamScope& scope) {
  scope.cite(sources);
  core::ParamGroup::declare(scope);
}

void SwitchParams::validate(const std::string& path) const {
  core::ParamGroup::validate(path);
  const std::uint64_t cut = split_payload.count();
  if (cut != 0 && (cut < 16 || cut > kMaxPayload || (cut & (cut - 1)) != 0)) {
    core::fail_config(path, "split_payload", core::to_text(split_payload),
                      "0 or a power of two, 16 B ... 4 KiB", "the paper assumes 64 B");
  }
  for (std::size_t i = 0; i < ports.size(); ++i) {
    ports[i].validate(path + "." + port_name("port", static_cast<unsigned>(i)), max_payload);
  }
}

Switch::Switch(const sc_core::sc_module_name& name, const SwitchParams& params, int upstream_port,
               const RoutingTable& routing, std::uint64_t seed, TlpPool& pool)
    : sc_module(name),
      routing_(routing),
      unsupported_("completer", static_cast<unsigned>(params.ports.size()), pool) {
  params.validate(this->name());
  std::vector<Egress*> outputs;
  for (unsigned port = 0; port < params.ports.size(); ++port) {
    const std::string path = port_name("egress", port);
    const std::optional<SocketParams>& socket = params.ports[port].socket;
    // Neither of two root complexes is above the other: both ends arbitrate as upstream ports.
    const bool upstream = static_cast<int>(port) == upstream_port || socket.has_value();
    egress_.push_back(std::make_unique<Egress>(
        path.c_str(), params.ports[port].link, seed,
        arbiter_for(params, upstream, std::string(this->name()) + "." + path)));
    if (socket) egress_.back()->use_socket(*socket);
    ingress_.push_back(std::make_unique<Ingress>(port_name("ingress", port).c_str(), port,
                                                 params.ports[port], ingress_params(params), seed,
                                                 routing_, pool, unsupported_));
    outputs.push_back(egress_.back().get());
    dllps_.push_back(make_dllps(port_name("dllps", port), params.ports[port], params.max_payload,
                                *egress_.back(), ingress_.back()->rx));
  }
  // Egresses number their inputs in this order: each ingress has its port number, and the completer
  // of unclaimed requests follows all ports.
  for (auto& ingress : ingress_) {
    ingress->connect(outputs);
    for (unsigned port = 0; port < port_count(); ++port)
      egress_[port]->add_source(ingress->queues_for(port));
  }
  for (auto& egress : egress_) egress->add_source(unsupported_);
  unsupported_.connect(outputs);
}

}  // namespace gf::hw::pcie
