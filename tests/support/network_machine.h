// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/time/watchdog.h"
#include "platforms/network/load_measurement.h"
#include "platforms/network/network.h"
#include "workloads/traffic/patterns.h"

namespace gf::test {

/// Traffic of requests and replies that fills buffers, with errors, on `vcs` virtual channels.
inline platforms::network::NetworkParams busy_network(unsigned vcs) {
  platforms::network::NetworkParams params;
  params.router.vcs = vcs;
  params.router.vc_buffer = 8;
  params.injection.load = 0.4;
  params.injection.packet_flits = 2;
  params.injection.reply_flits = 1;
  params.router.packet_flits = 2;
  params.flit_error_rate = 0.01;
  return params;
}

/// A network under uniform load and its measurement, below a module of its own: two of them run in
/// one simulation, and know nothing of each other. `graph` and `routing` outlive it.
class NetworkMachine final : public sc_core::sc_module {
 public:
  NetworkMachine(const sc_core::sc_module_name& name, const model::RouterGraph& graph,
                 const platforms::network::NetworkParams& params, hw::router::RoutingIf& routing)
      : sc_module(name),
        traffic_(graph.nodes()),
        measurement_("measurement", periods()),
        network_(graph, params, routing, traffic_, measurement_, 1) {
    measurement_.observe(network_, params.injection.reply_flits > 0);
  }
  platforms::network::Network& network() { return network_; }
  /// Results, the distribution of latencies, statistics of all routers, and how far it came.
  [[nodiscard]] std::vector<double> numbers() {
    std::vector<double> all;
    for (const auto& result : measurement_.results()) all.push_back(result.value);
    for (unsigned r = 0; r < network_.graph().routers(); ++r) {
      const auto& stats = network_.router(r).stats();
      for (const std::uint64_t count :
           {stats.flits.value(), stats.no_credit.value(), stats.lost.value()})
        all.push_back(static_cast<double>(count));
    }
    for (const std::uint64_t count : {network_.replays(), network_.flits_in_flight(),
                                      network_.packets_waiting(), network_.clock().now()})
      all.push_back(static_cast<double>(count));
    all.push_back(sc_core::sc_time_stamp().to_seconds());
    return all;
  }

 private:
  static platforms::network::MeasurementParams periods() {
    platforms::network::MeasurementParams params;
    params.period = 100;
    params.warmup_most = 6;
    params.samples = 2;
    params.drain_most = 4;
    return params;
  }
  model::UniformTraffic traffic_;
  platforms::network::LoadMeasurement measurement_;
  platforms::network::Network network_;
};

}  // namespace gf::test
