// SPDX-License-Identifier: Apache-2.0
#include "platforms/network/network.h"

#include <algorithm>
#include <string>

#include "core/error.h"
#include "core/time_limits.h"

namespace gf::platforms::network {

using model::ChannelType;
using model::RouterPort;

namespace {

NetworkParams completed(NetworkParams params) {
  unsigned& flits = params.router.packet_flits;
  flits = std::max({flits, params.injection.packet_flits, params.injection.reply_flits});
  return params;
}

}  // namespace

void NetworkParams::declare(const core::ParamScope& root) {
  root.add("clock", clock, "period of a cycle; results in cycles do not depend on it", "assumed",
           core::between(sc_core::sc_time(1, sc_core::SC_PS), core::to_time(core::kLongestClock)));
  const auto channel = [&root](const std::string& name, hw::router::ChannelTiming& timing,
                               const char* between, const char* source) {
    root.add(name + "_latency", timing.latency, std::string("cycles of a channel ") + between,
             source, core::between(1u, 1000u));
    root.add(name + "_flit_cycles", timing.flit_cycles,
             std::string("width of a channel ") + between + ": cycles that it carries a flit",
             "assumed: 1", core::between(1u, hw::router::OutputPort::kMostFlitCycles));
  };
  channel("terminal", terminal, "from router to node and back", "assumed; [B] 1");
  channel("local", local, "within a group", "assumed; [B] 10");
  channel("global", global, "between groups", "assumed: 16 flits cover its round trip; [B] 100");
  root.add("flit_error_rate", flit_error_rate,
           "chance that a flit fails on a channel between routers and is sent again", "assumed: 0",
           core::between(0.0, 0.5));
  root.add("failed_channels", failed_channels, "channels that are broken, as router:port, ...",
           "none");
  root.add("watch", watch, "routers with probes of buffers, credits and t_crt, for --vcd", "none");
  router.declare(root);
  root.add("load", injection.load, "flits a node and cycle", "[DF08], Fig. 8: offered load",
           core::between(0.0, 1.0));
  root.add("packet_flits", injection.packet_flits, "flits of a packet", "assumed: 1, as in [B]",
           core::between(1u, 64u));
  root.add("reply_flits", injection.reply_flits, "flits of the packet that answers each; 0: none",
           "assumed", core::between(0u, 64u));
  root.add("bursts", injection.bursts, "on/off injection, else Bernoulli", "assumed");
  root.add("burst_on", injection.burst_on, "chance a cycle that a silent node begins a burst",
           "assumed", core::between(1e-6, 1.0));
  root.add("burst_off", injection.burst_off, "chance a cycle that a burst ends", "assumed",
           core::between(1e-6, 1.0));
}

Network::Network(const model::RouterGraph& graph, const NetworkParams& params,
                 hw::router::RoutingIf& routing, const model::TrafficIf& traffic,
                 hw::router::PacketObserver& observer, std::uint64_t seed)
    : graph_(graph), params_(completed(params)), clock_("clock", params.clock) {
  for (unsigned r = 0; r < graph.routers(); ++r) {
    const std::string number = std::to_string(r);
    routers_.push_back(std::make_unique<hw::router::Router>(
        ("router_" + number).c_str(), r, graph.ports(), params_.router, transit_, routing, *this));
    nodes_.push_back(std::make_unique<hw::router::Nodes>(
        ("nodes_" + number).c_str(), r * graph.nodes_per_router(), graph.nodes_per_router(),
        params_.injection, transit_, traffic, observer, seed));
  }
  for (const auto& router : routers_) names_.emplace_back(router->name());
  for (const auto& nodes : nodes_) names_.emplace_back(nodes->name());
  for (unsigned r = 0; r < graph.routers(); ++r) connect(r);
  for (unsigned r = 0; r < graph.routers() && params_.flit_error_rate > 0; ++r) {
    for (unsigned p = graph.nodes_per_router(); p < graph.ports(); ++p) inject_errors(r, p, seed);
  }
  for (const unsigned r : params_.watch) {
    if (r >= graph.routers()) {
      core::fail_config("network", "watch", std::to_string(r),
                        "0 ... " + std::to_string(graph.routers() - 1), "name routers that exist");
    }
    routers_[r]->watch();
  }
}

void Network::inject_errors(unsigned router, unsigned port, std::uint64_t seed) {
  if (graph_.port(router, port).type == ChannelType::kUnused) return;
  errors_.push_back(std::make_unique<hw::router::ChannelErrors>(
      params_.flit_error_rate, seed,
      "channel_" + std::to_string(router) + "_" + std::to_string(port)));
  routers_[router]->output(port).inject(*errors_.back());
}

void Network::connect(unsigned r) {
  hw::router::Router& router = *routers_[r];
  const unsigned buffer = params_.router.vc_buffer;
  for (unsigned p = 0; p < graph_.ports(); ++p) {
    const RouterPort& port = graph_.port(r, p);
    const hw::router::ChannelTiming& channel = timing(port.type);
    if (port.type == ChannelType::kTerminal) {
      router.connect_output(p, *nodes_[r], p, channel, 0, names_[graph_.routers() + r]);
      router.connect_input(p, nodes_[r]->output(p), channel.latency, true);
      nodes_[r]->connect(p, router, p, channel, buffer, params_.router.vcs, names_[r]);
    } else if (port.type != ChannelType::kUnused) {
      router.connect_output(p, *routers_[port.peer], port.peer_port, channel, buffer,
                            names_[port.peer]);
      router.connect_input(p, routers_[port.peer]->output(port.peer_port), channel.latency,
                           port.type == ChannelType::kLocal);
    }
  }
}

const hw::router::ChannelTiming& Network::timing(ChannelType type) const {
  switch (type) {
    case ChannelType::kTerminal:
      return params_.terminal;
    case ChannelType::kLocal:
      return params_.local;
    default:
      return params_.global;
  }
}

void Network::stop_injection() {
  for (const auto& nodes : nodes_) nodes->stop();
}

std::uint64_t Network::packets_waiting() const {
  std::uint64_t packets = 0;
  for (const auto& nodes : nodes_) packets += nodes->waiting();
  return packets;
}

std::uint64_t Network::replays() const {
  std::uint64_t flits = 0;
  for (const auto& errors : errors_) flits += errors->replays();
  return flits;
}

std::uint64_t Network::flits_in_flight() const {
  std::uint64_t flits = transit_.flits_under_way();
  for (const auto& router : routers_) flits += router->flits_held();
  return flits;
}

std::uint64_t Network::flit_hops() const {
  std::uint64_t flits = 0;
  for (const auto& router : routers_) flits += router->stats().flits.value();
  return flits;
}

}  // namespace gf::platforms::network
