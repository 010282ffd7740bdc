// SPDX-License-Identifier: Apache-2.0
#include "hw/nvlink/link_params.h"

#include <algorithm>

#include "core/error.h"
#include "hw/nvlink/lane_mask.h"
#include "hw/nvlink/packet.h"

namespace gf::hw::nvlink {
namespace {

using core::at_least;
using core::between;
using sc_core::sc_time;

constexpr unsigned kControlPackets = 8;  // a turn has at most three under way
constexpr const char* kPaper = "[NUMA17], section Asymmetric Interconnects";
constexpr const char* kNotes = "[NUMA17], notes";

void declare_wire(const core::ParamScope& scope, link::LinkParams& wire) {
  const auto some = at_least(sc_time(1, sc_core::SC_PS));
  scope.add("propagation", wire.propagation, "wire and PHY, one way", "assumed", some);
  scope.add("credit_latency", wire.credit_latency, "receive buffer freed to credit usable",
            "assumed", some);
  scope.add("ack_latency", wire.ack_latency, "last bit received to ACK or NAK at the sender",
            "assumed", some);
  scope.add("replay_buffer", wire.replay_buffer, "bytes sent and not yet acknowledged", "assumed",
            at_least(core::Bytes(1)));
  scope.add("replay_timeout", wire.replay_timeout, "time without an answer to send all again",
            "assumed", at_least(sc_time(1, sc_core::SC_NS)));
  scope.add("bit_error_rate", wire.bit_error_rate, "errors per bit sent, all detected", "assumed",
            between(0.0, 0.01));
  scope.add("packet_error_rate", wire.packet_error_rate, "errors per packet sent", "assumed",
            between(0.0, 0.9));
  scope.add("answer_error_rate", wire.answer_error_rate, "lost ACK or NAK per answer", "assumed",
            between(0.0, 0.9));
  scope.add("error_packets", wire.error_packets, "transmissions to corrupt, counted from 0",
            "test aid");
}

void check_lanes(const std::string& path, const char* field, const std::vector<unsigned>& lanes,
                 unsigned count) {
  for (const unsigned lane : lanes) {
    if (lane < count) continue;
    core::fail_config(path, field, std::to_string(lane), "0 ... " + std::to_string(count - 1),
                      "lanes are numbered from 0");
  }
}

}  // namespace

NvlinkParams::NvlinkParams() {
  wire.efficiency = 1;  // what the DL layer says travels in headers
  wire.propagation = sc_time(10, sc_core::SC_NS);
  wire.credit_latency = sc_time(20, sc_core::SC_NS);
  wire.ack_latency = sc_time(20, sc_core::SC_NS);
  wire.replay_timeout = sc_time(1, sc_core::SC_US);
}

void NvlinkParams::declare_turning(const core::ParamScope& scope) {
  scope.add_choice("policy", policy, direction_policy_names(), "which way lanes turn", kPaper);
  scope.add("sample_time", sample_time, "between two looks at the busy registers", kPaper,
            at_least(sc_time(1, sc_core::SC_NS)));
  scope.add("switch_time", switch_time, "lane drained to usable the other way", kPaper);
}

void NvlinkParams::declare(const core::ParamScope& scope) {
  scope.add("lanes", lanes, "lanes of the link, both directions together", kPaper,
            between(2u, kMaxLanes));
  scope.add("lane_rate", lane_rate, "of one lane", kPaper, at_least(core::ByteRate(1e6)));
  scope.add("first_lanes", first_lanes, "lanes of the first end when a kernel starts; 0: half",
            kPaper, between(0u, kMaxLanes - 1));
  scope.add_choice("turn_scope", turn_scope, {"lane", "direction", "link"},
                   "what sends nothing while a lane turns", "assumed");
  scope.add_choice("decider", decider, {"first", "both"}, "ends whose controller asks for turns",
                   "assumed");
  scope.add("saturation", saturation, "busy share of a saturated direction", kPaper,
            between(0.01, 1.0));
  scope.add("threshold", threshold, "free bandwidth of a direction that may give a lane", kPaper);
  scope.add("failed_lanes", failed_lanes, "lanes out of service from the start", "test aid",
            between(0u, kMaxLanes - 1));
  scope.add("failing_lanes", failing_lanes, "lanes that go out of service at fail_time", "test aid",
            between(0u, kMaxLanes - 1));
  scope.add("fail_time", fail_time, "when failing_lanes fail", "test aid");
  scope.add("header_credits", header_credits, "receive buffer: packets of each class", "assumed",
            between(1u, 1u << 16));
  scope.add("data_credits", data_credits, "receive buffer: data flits of each class", "assumed",
            between(kMaxPayload / kFlitBytes, 1u << 20));
  scope.add("picojoules_per_bit", picojoules_per_bit, "energy of a bit transferred", kNotes,
            between(0.0, 1000.0));
  scope.add("phy_watts_per_8_lanes", phy_watts_per_8_lanes, "power of 8 lanes each way at one end",
            kNotes, between(0.0, 1000.0));
  declare_wire(scope, wire);
}

void NvlinkParams::validate(const std::string& path) const {
  if (lanes < 2 || lanes > kMaxLanes) {
    core::fail_config(path, "lanes", std::to_string(lanes), "2 ... " + std::to_string(kMaxLanes),
                      "each direction keeps one lane at least");
  }
  if (first_lanes >= lanes) {
    core::fail_config(path, "first_lanes", std::to_string(first_lanes),
                      "0 ... " + std::to_string(lanes - 1),
                      "the other direction keeps one lane at least");
  }
  if (sample_time == sc_core::SC_ZERO_TIME) {
    core::fail_config(path, "sample_time", "0 s", "at least 1 ns", "use policy static");
  }
  if (data_credits < kMaxPayload / kFlitBytes) {
    core::fail_config(path, "data_credits", std::to_string(data_credits), "at least 16",
                      "the buffer must hold one packet of 256 B");
  }
  check_lanes(path, "failed_lanes", failed_lanes, lanes);
  check_lanes(path, "failing_lanes", failing_lanes, lanes);
  if (failed_lanes.size() + 2 > lanes) {
    core::fail_config(path, "failed_lanes", std::to_string(failed_lanes.size()) + " lanes",
                      "at most " + std::to_string(lanes - 2),
                      "each direction keeps one lane at least");
  }
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
  return {policy, lane_rate, saturation, threshold};
}

unsigned NvlinkParams::first_share(unsigned usable) const {
  return first_lanes == 0 ? usable / 2 : std::min(first_lanes, usable - 1);
}

}  // namespace gf::hw::nvlink
