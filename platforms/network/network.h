// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "core/clock_domain.h"
#include "core/params.h"
#include "hw/router/nodes.h"
#include "hw/router/router.h"
#include "tlm_models/topology/router_graph.h"

namespace gf::platforms::network {

/// A network of one kind of router. Latencies in cycles of `clock`.
struct NetworkParams {
  sc_core::sc_time clock{1, sc_core::SC_NS};
  hw::router::ChannelTiming terminal{1, 1};
  hw::router::ChannelTiming local{2, 1};
  hw::router::ChannelTiming global{6, 1};
  hw::router::RouterParams router;
  hw::router::InjectionParams injection;
  double flit_error_rate = 0;   ///< Of channels between routers: chance that a flit fails.
  std::string failed_channels;  ///< "router:port, ...": channels that are broken for good.
  std::vector<unsigned> watch;  ///< Routers that a waveform can show.

  void declare(const core::ParamScope& root);
};

/// Routers and nodes of a graph, wired: router_<n>, nodes_<n> (the nodes of router n).
class Network final : public hw::router::CongestionIf {
 public:
  Network(const model::RouterGraph& graph, const NetworkParams& params,
          hw::router::RoutingIf& routing, const model::TrafficIf& traffic,
          hw::router::PacketObserver& observer, std::uint64_t seed);

  [[nodiscard]] unsigned queue(unsigned router, unsigned port) const override {
    return routers_[router]->output(port).used();
  }
  [[nodiscard]] unsigned queue(unsigned router, unsigned port, unsigned vc) const override {
    return routers_[router]->output(port).used(vc);
  }

  [[nodiscard]] unsigned waiting(unsigned router, unsigned port) const override {
    return routers_[router]->waiting_for(port, hw::router::Router::kAnyVc);
  }
  [[nodiscard]] unsigned waiting(unsigned router, unsigned port, unsigned vc) const override {
    return routers_[router]->waiting_for(port, vc);
  }
  [[nodiscard]] unsigned backlog(unsigned router, unsigned port) const override {
    return queue(router, port) + waiting(router, port);
  }

  [[nodiscard]] core::ClockDomain& clock() { return clock_; }
  [[nodiscard]] const model::RouterGraph& graph() const { return graph_; }
  [[nodiscard]] hw::router::Router& router(unsigned number) { return *routers_[number]; }
  [[nodiscard]] hw::router::Nodes& nodes(unsigned router) { return *nodes_[router]; }
  void stop_injection();
  [[nodiscard]] std::uint64_t packets_waiting() const;  ///< In the source queues of all nodes.
  [[nodiscard]] std::uint64_t flit_hops() const;        ///< Flits sent by routers so far.
  [[nodiscard]] std::uint64_t replays() const;          ///< Flits sent again after an error.
  [[nodiscard]] std::uint64_t flits_in_flight() const;  ///< In channels and routers.
  [[nodiscard]] const hw::router::ChannelTiming& timing(model::ChannelType type) const;

 private:
  void connect(unsigned router);
  void inject_errors(unsigned router, unsigned port, std::uint64_t seed);

  const model::RouterGraph& graph_;
  const NetworkParams params_;
  core::ClockDomain clock_;
  hw::router::Transit transit_{clock_};
  std::vector<std::unique_ptr<hw::router::Router>> routers_;
  std::vector<std::unique_ptr<hw::router::Nodes>> nodes_;  ///< By router.
  std::vector<std::unique_ptr<hw::router::ChannelErrors>> errors_;
  std::vector<std::string> names_;  ///< Of routers, then of nodes: peers in reports.
};

}  // namespace gf::platforms::network
