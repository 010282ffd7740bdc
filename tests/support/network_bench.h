// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/time/quiescence.h"
#include "hw/router/routing/dragonfly_routing.h"
#include "platforms/network/network.h"
#include "workloads/traffic/patterns.h"

namespace gf::test {

/// What one packet's end looked like.
struct PacketEnd {
  unsigned src = 0;
  unsigned dst = 0;
  core::Cycle latency = 0;
  unsigned local = 0;
  unsigned global = 0;
};

struct NetworkBenchOptions {
  NetworkBenchOptions() {  // Fig. 5 of [DF08]: N = 72
    shape.p = 2;
    shape.a = 4;
    shape.h = 2;
  }
  model::DragonflyParams shape;
  std::string routing = "min";
  platforms::network::NetworkParams network;
};

/// A dragonfly whose packets the test sends itself.
class NetworkBench final : public hw::router::PacketClient {
 public:
  using Options = NetworkBenchOptions;

  explicit NetworkBench(Options options = Options())
      : dragonfly_(options.shape),
        routing_(hw::router::make_dragonfly_routing(options.routing, dragonfly_, 1)),
        traffic_(dragonfly_.graph().nodes()) {
    options.network.injection.load = 0;
    if (options.network.router.vcs == 0) options.network.router.vcs = routing_->vcs();
    options.network.router.credit_delay.on = options.routing == "ugal_l_cr";
    options.network.router.credit_delay.most = options.network.router.vc_buffer;
    network_ = std::make_unique<platforms::network::Network>(dragonfly_.graph(), options.network,
                                                             *routing_, traffic_, *this, 1);
  }

  void send(unsigned src, unsigned dst, unsigned flits = 1) {
    const unsigned p = dragonfly_.params().p;
    network_->nodes(src / p).send(src % p, dst, flits);
    flits_sent_ += flits;
  }
  /// Packets that ended, in order of their end.
  std::vector<PacketEnd> ends;
  [[nodiscard]] std::uint64_t flits_sent() const { return flits_sent_; }
  [[nodiscard]] std::uint64_t flits_ended() const { return flits_ended_; }
  [[nodiscard]] const model::Dragonfly& dragonfly() const { return dragonfly_; }
  [[nodiscard]] platforms::network::Network& network() { return *network_; }

 private:
  bool packet_born(core::Cycle) override { return true; }
  void flit_ends(const hw::router::Flit& flit) override {
    ++flits_ended_;
    if (!flit.tail) return;
    ends.push_back({flit.src, flit.dst, flit.at - flit.birth, flit.hops_local, flit.hops_global});
  }

  const model::Dragonfly dragonfly_;
  std::unique_ptr<hw::router::RoutingIf> routing_;
  model::UniformTraffic traffic_;
  std::unique_ptr<platforms::network::Network> network_;
  std::uint64_t flits_sent_ = 0;
  std::uint64_t flits_ended_ = 0;
};

}  // namespace gf::test
