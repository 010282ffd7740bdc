// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "platforms/network/measurement.h"
#include "platforms/network/network.h"
#include "platforms/platform.h"
#include "tlm_models/work/traffic/packet_list.h"
#include "tlm_models/work/traffic/traffic_if.h"

namespace gf::platforms::network {

/// What platforms of routers have in common: traffic, measurement, results, channels.csv. A derived
/// class adds the shape of its network and its routing.
class NetworkPlatform : public Platform {
 public:
  void declare(core::ParamScope root) final;
  void build(std::uint64_t seed) final;
  [[nodiscard]] Graph graph() const final;
  [[nodiscard]] std::vector<core::LinkSender> link_senders() const final;
  [[nodiscard]] core::Ticks packet_cycle() const final { return network_->clock().period(); }

 protected:
  /// `name`: of the platform, for errors. `patterns`: traffic that suits it, the default first.
  NetworkPlatform(std::string name, std::vector<std::string> patterns);

  virtual void declare_shape(const core::ParamScope& root) = 0;
  /// Builds graph and routing; throws UserError when the parameters make none. May complete
  /// router(), whose `vcs` is 0 for what the routing needs.
  virtual void build_shape(std::uint64_t seed) = 0;
  [[nodiscard]] virtual const model::RouterGraph& topology() const = 0;
  [[nodiscard]] virtual hw::router::RoutingIf& routing() = 0;
  [[nodiscard]] virtual std::string title() const = 0;         ///< What the graph is called.
  [[nodiscard]] virtual std::string routing_text() const = 0;  ///< For errors.
  [[nodiscard]] virtual unsigned nodes_per_group() const = 0;  ///< For traffic = wc.
  /// In pictures.
  [[nodiscard]] virtual unsigned nodes_drawn_together() const { return nodes_per_group(); }
  /// Coordinates of a router, where it has some: for pictures.
  [[nodiscard]] virtual std::vector<unsigned> place_of(unsigned /*router*/) const { return {}; }
  /// Traffic of networks without groups, of which none has a next one.
  static std::vector<std::string> patterns_without_groups();
  /// Refuses virtual channels that the routing can deadlock with, unless `unsafe`.
  void check_vcs(unsigned needed);

  [[nodiscard]] hw::router::RouterParams& router() { return network_params_.router; }
  [[nodiscard]] NetworkParams& network_params() { return network_params_; }
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  void refuse_failed_channels();
  void build_traffic(std::uint64_t seed);
  void schedule_list();
  [[nodiscard]] std::vector<Result> results() const final;
  [[nodiscard]] HowFar progress() const final { return measurement_->how_far(); }
  core::RunEndReport simulate(const core::RunLimits& limits) final;
  void judge(RunOutcome& outcome) final;
  void write_files(const core::RunDirectory& directory) const final;
  [[nodiscard]] core::CountedWaits count_waits(unsigned router, unsigned port) const;
  void write_channels(const core::RunDirectory& directory, core::Cycle cycles) const;

  const std::string name_;
  const std::vector<std::string> patterns_;
  bool unsafe_ = false;
  std::string packets_file_;
  std::vector<model::ListedPacket> packets_;  ///< traffic = file
  NetworkParams network_params_;
  MeasurementParams measurement_params_;
  model::TrafficSettings traffic_settings_;
  std::unique_ptr<model::TrafficIf> traffic_;
  std::unique_ptr<Measurement> measurement_;
  std::unique_ptr<Network> network_;
};

}  // namespace gf::platforms::network
