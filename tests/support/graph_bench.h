// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "platforms/network/network.h"
#include "workloads/traffic/patterns.h"

namespace gf::test {

/// Any network of routers with its default timing, whose packets the test sends itself. `graph` and
/// `routing` outlive it.
class GraphBench final : public hw::router::PacketClient {
 public:
  GraphBench(const model::RouterGraph& graph, hw::router::RoutingIf& routing, unsigned vcs)
      : graph_(graph), traffic_(graph.nodes()) {
    params.injection.load = 0;
    params.router.vcs = vcs;
    network_ =
        std::make_unique<platforms::network::Network>(graph, params, routing, traffic_, *this, 1);
  }
  /// Latency of a packet of one flit in the network that is empty, in cycles.
  core::Cycle latency(unsigned src, unsigned dst) {
    network_->nodes(graph_.router_of(src)).send(graph_.port_of(src), dst, 1);
    sc_core::sc_start();
    return last_;
  }
  platforms::network::NetworkParams params;

 private:
  bool packet_born(core::Cycle) override { return true; }
  void flit_ends(const hw::router::Flit& flit) override { last_ = flit.at - flit.birth; }

  const model::RouterGraph& graph_;
  model::UniformTraffic traffic_;
  std::unique_ptr<platforms::network::Network> network_;
  core::Cycle last_ = 0;
};

}  // namespace gf::test
