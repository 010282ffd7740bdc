// SPDX-License-Identifier: Apache-2.0
#include "hw/nvlink/lanes/nvlink_params.h"

#include <algorithm>

#include "core/base/error.h"

namespace gf::hw::nvlink {
namespace {

using sc_core::sc_time;

constexpr unsigned kControlPackets = 8;  // at most three per turn are in flight
const core::ParamGroup::Names kTurning = {"policy", "sample_time", "switch_time"};

void check_lanes(const std::string& path, const char* field, const std::vector<unsigned>& lanes,
                 unsigned count) {
  for (const unsigned lane : lanes) {
    if (lane < count) continue;
    core::fail_config(path, field, std::to_string(lane), "0 ... " + std::to_string(count - 1),
                      "lanes are numbered from 0");
  }
}

void check_failures(const std::string& path, const NvlinkParams& params) {
  check_lanes(path, "failed_lanes", params.failed_lanes, params.lanes);
  const std::size_t failed = params.failed_lanes.size();
  if (failed + 2 <= params.lanes) return;
  core::fail_config(path, "failed_lanes", std::to_string(failed) + " lanes",
                    "at most " + std::to_string(params.lanes - 2),
                    "each direction keeps at least one lane");
}

void check_rate(const std::string& path, const NvlinkParams& params) {
  if (params.link().rate <= core::kMostRate) return;
  core::fail_config(path, "lane_rate", core::to_text(params.lane_rate),
                    "at most " + core::to_text(core::kMostRate * (1.0 / params.lanes)),
                    "all lanes together carry at most " + core::to_text(core::kMostRate));
}

}  // namespace

NvlinkParams::NvlinkParams() {
  wire.efficiency = 1;  // messages of the DL layer travel in headers
  wire.propagation = sc_time(10, sc_core::SC_NS);
  wire.credit_latency = sc_time(20, sc_core::SC_NS);
  wire.ack_latency = sc_time(20, sc_core::SC_NS);
  wire.replay_timeout = sc_time(1, sc_core::SC_US);
}

void NvlinkParams::declare_turning(const core::ParamScope& scope) { declare_only(scope, kTurning); }

void NvlinkParams::declare(const core::ParamScope& scope) {
  declare_but(scope, kTurning);
  declare_wire(scope);
}

void NvlinkParams::declare_but_lanes(const core::ParamScope& scope) {
  Names others = kTurning;
  others.insert(others.end(), {"lanes", "lane_rate"});
  declare_but(scope, others);
  declare_wire(scope);
}

void NvlinkParams::declare_wire(const core::ParamScope& scope) {
  scope.cite("bit_error_rate", "assumed");
  // lanes determine the rate, flits the efficiency
  wire.declare_but(scope, {"rate", "efficiency"});
}

void NvlinkParams::validate(const std::string& path) const {
  core::ParamGroup::validate(path);
  if (first_lanes >= lanes) {
    core::fail_config(path, "first_lanes", std::to_string(first_lanes),
                      "0 ... " + std::to_string(lanes - 1),
                      "the other direction keeps at least one lane");
  }
  check_failures(path, *this);
  check_rate(path, *this);
  link().validate(path);
}

link::LinkParams NvlinkParams::link() const {
  link::LinkParams link = wire;
  link.rate = lane_rate * lanes;
  return link;
}

model::CreditLimitTable NvlinkParams::credit_limits() const {
  model::CreditLimitTable limits{};
  limits[kRequests] = {header_credits, data_credits};
  limits[kResponses] = {header_credits, data_credits};
  limits[kControl] = {kControlPackets, 0};
  return limits;
}

PolicySettings NvlinkParams::policy_settings() const {
  return {policy, lane_rate, saturation, threshold, dead_band};
}

unsigned NvlinkParams::first_share(unsigned usable) const {
  return first_lanes == 0 ? usable / 2 : std::min(first_lanes.get(), usable - 1);
}

}  // namespace gf::hw::nvlink
