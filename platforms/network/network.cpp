// SPDX-License-Identifier: Apache-2.0
#include "platforms/network/network.h"

#include <algorithm>
#include <string>

#include "core/base/error.h"
#include "platforms/network/network_graph.h"

namespace gf::platforms::network {

using model::ChannelType;
using model::RouterPort;

namespace {

NetworkParams completed(NetworkParams params) {
  unsigned& flits = params.router.packet_flits;
  // A router checks whether a buffer has room for a whole packet, so it must know the largest of
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
                        core::experiment_choice("the unit of all rates"))) {}

void NetworkParams::declare(const core::ParamScope& root) {
  declare_only(root, {"clock"});
  for (ChannelParams* kind : {&terminal, &local, &global}) kind->declare(root);
  declare_but(root, {"clock"});
  router.declare(root);
  injection.declare(root);
}

void NetworkParams::declare_channels(const core::ParamScope& root) {
  declare_only(root, {"clock", "flit_error_rate", "watch"});
  for (ChannelParams* kind : {&terminal, &local, &global}) kind->declare(root);
  channel.declare(root.child("channel"));
  router.declare(root);
}

Network::Network(const model::RouterGraph& graph, const NetworkParams& params,
                 hw::router::RoutingIf& routing, const model::TrafficIf& traffic,
                 hw::router::PacketClient& client, std::uint64_t seed)
    : Network(graph, params, routing, seed,
              [&, this](unsigned router, unsigned port,
                        hw::router::Transit&) -> hw::router::TerminalIf& {
                return add_nodes(router, port, traffic, client, seed);
              }) {}

Network::Network(const model::RouterGraph& graph, const NetworkParams& params,
                 hw::router::RoutingIf& routing, std::uint64_t seed,
                 const TerminalFactory& terminal)
    : graph_(graph),
      params_(completed(params)),
      clock_("clock", params.clock),
      nodes_(graph.routers()) {
  split_clock();
  for (unsigned r = 0; r < graph.routers(); ++r) {
    hw::router::Transit& transit = *transits_[part_of(r)];
    routers_.push_back(std::make_unique<hw::router::Router>(("router_" + std::to_string(r)).c_str(),
                                                            r, graph.ports(), params_.router,
                                                            transit, routing, *this));
    for (unsigned p = 0; p < graph.nodes_at(r); ++p) terminals_.push_back(&terminal(r, p, transit));
  }
  // All names are made before any connection: ports point to these strings, and a vector that grows
  // would move them.
  for (const auto& router : routers_) names_.emplace_back(router->name());
  for (const hw::router::TerminalIf* const end : terminals_)
    names_.emplace_back(dynamic_cast<const sc_core::sc_object&>(*end).name());
  for (unsigned r = 0; r < graph.routers(); ++r) connect(r);
  if (!core::ranks().alone()) find_neighbours();
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

void Network::split_clock() {
  unsigned parts = 1;
  for (const unsigned part : params_.part_of) parts = std::max(parts, part + 1);
  if (params_.by_ranks) {
    clock_.split_by_ranks(window(), *this);
  } else {
    clock_.split(parts, window(), *this);
  }
  clock_.use_threads();
  for (unsigned part = 0; part < parts; ++part)
    transits_.push_back(std::make_unique<hw::router::Transit>(clock_.part(part)));
}

core::Cycle Network::window() const {
  core::Cycle least = core::kNoCycle;
  for (unsigned r = 0; r < graph_.routers() && !params_.part_of.empty(); ++r) {
    for (unsigned p = graph_.nodes_at(r); p < graph_.ports(); ++p) {
      const RouterPort& port = graph_.port(r, p);
      if (port.type == ChannelType::kUnused || part_of(r) == part_of(port.peer)) continue;
      // Both flits and credits take that long.
      least = std::min<core::Cycle>(least, timing(port).latency);
    }
  }
  return least == core::kNoCycle ? 1 : std::min(least, core::ClockDomain::kHorizon / 2);
}

void Network::hand_over(unsigned part, core::Cycle) { transits_[part]->take_over(); }

void Network::window_ended() {
  if (client_ != nullptr) client_->window_ended();
}

hw::router::TerminalIf& Network::add_nodes(unsigned r, unsigned port,
                                           const model::TrafficIf& traffic,
                                           hw::router::PacketClient& client, std::uint64_t seed) {
  client_ = &client;
  // One object holds all nodes of a router.
  if (port == 0) {
    hw::router::PacketClient& told =
        clock_.parts() > 1 ? client.client_of_part(part_of(r)) : client;
    nodes_[r] = std::make_unique<hw::router::Nodes>(
        ("nodes_" + std::to_string(r)).c_str(), graph_.first_node(r), graph_.nodes_at(r),
        params_.injection, *transits_[part_of(r)], traffic, told, seed);
  }
  return *nodes_[r];
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
      connect_terminal(r, p);
    } else if (port.type != ChannelType::kUnused) {
      const std::uint16_t cut = transits_[part_of(r)]->cut_to(*transits_[part_of(port.peer)]);
      router.connect_output(p, *routers_[port.peer], port.peer_port, channel, buffer,
                            names_[port.peer], cut);
      router.connect_input(p, routers_[port.peer]->output(port.peer_port), channel.latency,
                           port.type == ChannelType::kLocal, cut);
    }
  }
}

void Network::connect_terminal(unsigned r, unsigned p) {
  const unsigned node = graph_.first_node(r) + p;
  hw::router::Router& router = *routers_[r];
  hw::router::TerminalIf& end = *terminals_[node];
  const hw::router::ChannelTiming channel = timing(graph_.port(r, p));
  router.connect_output(p, end, p, channel, end.buffer(), names_[graph_.routers() + node]);
  router.connect_input(p, end.output(p), channel.latency, true);
  end.connect(p, router, p, channel, params_.router.vc_buffer, params_.router.vcs, names_[r]);
  end.connect_back(p, router.output(p), channel.latency + params_.router.credit_latency);
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

core::CountedWaits Network::count_waits(unsigned router, unsigned port) const {
  hw::router::PortWaits& counted = routers_[router]->count_waits();
  const core::Ticks period = clock_.period();
  core::CountedWaits waits;
  waits.book = [&counted, period](core::Ticks until) { counted.book_until(until / period); };
  waits.unit = period;
  for (const core::StallCause cause : hw::router::PortWaits::kCauses)
    waits.numbers.emplace_back(cause, &counted.cycles(port, cause));
  return waits;
}

std::vector<core::LinkSender> Network::link_senders() const {
  std::vector<core::LinkSender> senders;
  for (unsigned r = 0; r < graph_.routers(); ++r) {
    for (unsigned p = 0; p < graph_.ports(); ++p) {
      const RouterPort& port = graph_.port(r, p);
      if (port.type == ChannelType::kUnused) continue;
      const hw::router::OutputPort& output = routers_[r]->output(p);
      const core::Ticks flit = timing(port.type).flit_cycles * clock_.period();
      senders.push_back(
          {sender_name(graph_, r, p), {&output.flits(), flit}, nullptr, nullptr, [this, r, p] {
             return count_waits(r, p);
           }});
    }
  }
  return senders;
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
  std::uint64_t flits = replays_elsewhere_;
  for (const auto& errors : errors_) flits += errors->replays();
  return flits;
}

std::uint64_t Network::flits_in_flight() const {
  std::uint64_t flits = 0;
  for (const auto& transit : transits_) flits += transit->flits_under_way();
  for (const auto& router : routers_) flits += router->flits_held();
  return flits;
}

std::uint64_t Network::flit_hops() const {
  std::uint64_t flits = 0;
  for (const auto& router : routers_) flits += router->stats().flits.value();
  return flits;
}

std::uint64_t Network::own_flit_hops() const {
  std::uint64_t flits = 0;
  for (unsigned r = 0; r < graph_.routers(); ++r)
    flits += owns(r) ? routers_[r]->stats().flits.value() : 0;
  return flits;
}

}  // namespace gf::platforms::network
