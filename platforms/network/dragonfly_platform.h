// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "platforms/network/measurement.h"
#include "platforms/network/network.h"
#include "platforms/platform.h"
#include "tlm_models/topology/dragonfly.h"
#include "tlm_models/traffic/traffic_if.h"

namespace gf::platforms::network {

/// A dragonfly under synthetic traffic (seed 003): one point of a latency-load curve.
class DragonflyPlatform final : public Platform {
 public:
  void declare(core::ParamScope root) override;
  void build(std::uint64_t seed) override;
  void print_topology(std::ostream& out, const std::string& format) const override;
  RunOutcome run(const RunContext& context) override;

 private:
  void write_channels(const core::RunDirectory& directory, core::Cycle cycles) const;

  model::DragonflyParams shape_;
  std::string routing_name_ = "min";
  unsigned threshold_ = 0;
  bool unsafe_ = false;
  NetworkParams network_params_;
  MeasurementParams measurement_params_;
  model::TrafficSettings traffic_settings_;
  std::optional<model::Dragonfly> dragonfly_;
  std::unique_ptr<hw::router::RoutingIf> routing_;
  std::unique_ptr<model::TrafficIf> traffic_;
  std::unique_ptr<Measurement> measurement_;
  std::unique_ptr<Network> network_;
};

}  // namespace gf::platforms::network
