// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "platforms/network/load_measurement.h"
#include "platforms/network/network.h"
#include "platforms/network/network_copies.h"
#include "platforms/network/shape_if.h"
#include "platforms/platform.h"
#include "platforms/schedule/schedule_part.h"
#include "workloads/traffic/packet_list.h"
#include "workloads/traffic/traffic_if.h"

namespace gf::platforms::network {

/// A network of routers under synthetic traffic: one point of a latency-load curve. If the user
/// gives a schedule, the nodes perform its copies instead, without traffic and measurement.
/// Traffic, measurement, results and channels.csv are the same for all shapes.
class NetworkPlatform final : public Platform {
 public:
  explicit NetworkPlatform(std::unique_ptr<ShapeIf> shape);
  [[nodiscard]] Outputs outputs() const override;
  void declare(core::ParamScope root) override;
  void build(std::uint64_t seed) override;
  [[nodiscard]] Graph graph() const override;
  [[nodiscard]] std::vector<core::LinkSender> link_senders() const override {
    return network_->link_senders();
  }
  [[nodiscard]] core::Ticks packet_cycle() const override { return network_->clock().period(); }

 private:
  [[nodiscard]] const model::RouterGraph& topology() const { return shape_->topology(); }
  void refuse_failed_channels();
  void split();
  void split_by_ranks();
  void build_traffic(std::uint64_t seed);
  void build_measurement(std::uint64_t seed);
  void build_schedule(std::uint64_t seed);
  void schedule_list();
  [[nodiscard]] std::vector<Result> results() const override;
  [[nodiscard]] std::vector<Result> measured() const;
  [[nodiscard]] std::string table() const override;
  [[nodiscard]] RunProgress progress() const override;
  core::RunEndReport simulate(const core::RunLimits& limits) override;
  void judge(RunOutcome& outcome) override;
  void write_files(const core::RunDirectory& directory) const override;
  void write_channels(const core::RunDirectory& directory, core::Cycle cycles) const;

  const std::unique_ptr<ShapeIf> shape_;
  bool unsafe_ = false;
  std::string packets_file_;
  std::vector<model::ListedPacket> packets_;  ///< traffic = file
  NetworkParams network_params_;
  MeasurementParams measurement_params_;
  model::TrafficSettings traffic_settings_;
  std::unique_ptr<model::TrafficIf> traffic_;
  std::unique_ptr<LoadMeasurement> measurement_;  ///< Null: a schedule runs.
  schedule::SchedulePart schedule_;
  NetworkCopyParams copy_params_;
  std::unique_ptr<NetworkCopies> copies_;  ///< Null: no schedule runs.
  std::unique_ptr<Network> network_;
};

}  // namespace gf::platforms::network
