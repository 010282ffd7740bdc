// SPDX-License-Identifier: Apache-2.0
#include "platforms/network/network.h"

#include <algorithm>
#include <string>

#include "core/error.h"

namespace gf::platforms::network {

using model::ChannelType;
using model::RouterPort;

namespace {

NetworkParams completed(NetworkParams params) {
  unsigned& flits = params.router.packet_flits;
  // A router decides whether a buffer has room for a whole packet, so it must know the largest of
  // any kind.
  flits =
      std::max({flits, params.injection.packet_flits.get(), params.injection.reply_flits.get()});
  return params;
}

}  // namespace

ChannelParams::ChannelParams(const std::string& kind, unsigned cycles, const std::string& ends,
                             const char* source, const core::Plausible<unsigned>& plausible)
    : latency(param((kind + "_latency").c_str(), cycles,
                    ("latency in cycles of a channel " + ends).c_str(), source,
                    core::between(1u, 1000u), plausible)),
      flit_cycles(param((kind + "_flit_cycles").c_str(), 1u,
                        ("width of a channel " + ends + ": cycles per flit").c_str(), "assumed: 1",
                        core::between(1u, hw::router::OutputPort::kMostFlitCycles),
                        core::asked("the unit of all rates"))) {}

void NetworkParams::declare(const core::ParamScope& root) {
  declare_only(root, {"clock"});
  for (ChannelParams* channel : {&terminal, &local, &global}) channel->declare(root);
  declare_but(root, {"clock"});
  router.declare(root);
  injection.declare(root);
}

Network::Network(const model::RouterGraph& graph, const NetworkParams& params,
                 hw::router::RoutingIf& routing, const model::TrafficIf& traffic,
                 hw::router::PacketClient& client, std::uint64_t seed)
    : graph_(graph), params_(completed(params)), clock_("clock", params.clock) {
  for (unsigned r = 0; r < graph.routers(); ++r) {
    const std::string number = std::to_string(r);
    routers_.push_back(std::make_unique<hw::router::Router>(
        ("router_" + number).c_str(), r, graph.ports(), params_.router, transit_, routing, *this));
    nodes_.emplace_back();
    if (graph.nodes_at(r) == 0) continue;
    nodes_.back() = std::make_unique<hw::router::Nodes>(
        ("nodes_" + number).c_str(), graph.first_node(r), graph.nodes_at(r), params_.injection,
        transit_, traffic, client, seed);
  }
  // All names before any connection: ports point to these strings, which a vector that grows would
  // move.
  for (const auto& router : routers_) names_.emplace_back(router->name());
  for (const auto& nodes : nodes_) names_.emplace_back(nodes == nullptr ? "" : nodes->name());
  for (unsigned r = 0; r < graph.routers(); ++r) connect(r);
  for (unsigned r = 0; r < graph.routers() && params_.flit_error_rate > 0; ++r) {
    for (unsigned p = graph.nodes_at(r); p < graph.ports(); ++p) inject_errors(r, p, seed);
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
    const hw::router::ChannelTiming channel = timing(port);
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

hw::router::ChannelTiming Network::timing(const RouterPort& port) const {
  hw::router::ChannelTiming channel = timing(port.type);
  if (port.latency > 0) channel.latency = port.latency;
  return channel;
}

hw::router::ChannelTiming Network::timing(ChannelType type) const {
  switch (type) {
    case ChannelType::kTerminal:
      return params_.terminal.timing();
    case ChannelType::kLocal:
      return params_.local.timing();
    default:
      return params_.global.timing();
  }
}

void Network::stop_injection() {
  for (const auto& nodes : nodes_) {
    if (nodes != nullptr) nodes->stop();
  }
}

std::uint64_t Network::packets_waiting() const {
  std::uint64_t packets = 0;
  for (const auto& nodes : nodes_) packets += nodes == nullptr ? 0 : nodes->waiting();
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
