// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/base/ticks.h"
#include "core/base/units.h"
#include "core/param/param.h"
#include "hw/link/link_params.h"
#include "hw/nvlink/lanes/lane_mask.h"
#include "hw/nvlink/lanes/nvlink_packet.h"
#include "hw/nvlink/policies/direction_policy_if.h"
#include "tlm_models/link/credits.h"

namespace gf::hw::nvlink {

/// Parameters of one end of a link; both ends must be equal.
struct NvlinkParams : core::ParamGroup {
  static constexpr const char* kPaper = "[NUMA17], section Asymmetric Interconnects";
  static constexpr const char* kNotes = "[NUMA17], notes";

  core::Param<unsigned> lanes =
      param("lanes", 16u, "number of lanes of the link, both directions together", kPaper,
            core::between(2u, kMaxLanes));
  core::Param<core::ByteRate> lane_rate =
      param("lane_rate", core::gigabytes_per_second(8), "bandwidth of one lane", kPaper,
            core::at_least(core::ByteRate(1e6)));
  core::Param<unsigned> first_lanes =
      param("first_lanes", 0u, "lanes on which the first end sends when a kernel starts; 0: half",
            kPaper, core::between(0u, kMaxLanes - 1));
  core::Param<std::string> turn_scope =
      param("turn_scope", "lane",
            "sender that pauses while a lane turns: the lane, the direction that gives it up, or "
            "the link",
            "assumed", core::one_of({"lane", "direction", "link"}));
  core::Param<std::string> policy =
      param("policy", "paper", "policy that decides which way lanes turn", kPaper,
            core::one_of(direction_policy_registry().names()));
  core::Param<std::string> decider =
      param("decider", "first", "ends whose controllers request turns", "assumed",
            core::one_of({"first", "both"}));
  core::Param<sc_core::sc_time> sample_time =
      param("sample_time", sc_core::sc_time(5, sc_core::SC_US),
            "interval between two samples of the busy registers", kPaper,
            core::at_least(sc_core::sc_time(1, sc_core::SC_NS)));
  core::Param<sc_core::sc_time> switch_time =
      param("switch_time", sc_core::sc_time(100, sc_core::SC_NS),
            "time from a drained lane to its use in the other direction", kPaper);
  core::Param<double> saturation =
      param("saturation", 0.99, "busy share from which a direction counts as saturated", kPaper,
            core::between(0.01, 1.0));
  core::Param<core::ByteRate> threshold =
      param("threshold", core::gigabytes_per_second(1),
            "free bandwidth above which a direction may give up a lane", kPaper);
  core::Param<double> dead_band =
      param("dead_band", 0.0,
            "minimum idle share of the remaining lanes if a direction gives one up; 0: not checked",
            "0: [NUMA17], which has none", core::between(0.0, 0.5));
  core::Param<std::vector<unsigned>> failed_lanes =
      param("failed_lanes", std::vector<unsigned>{}, "lanes that are out of service from the start",
            "test aid", core::between(0u, kMaxLanes - 1));
  core::Param<unsigned> header_credits =
      param("header_credits", 512u, "capacity of the receive buffer in packets of each class",
            "assumed", core::between(1u, 1u << 16));
  core::Param<unsigned> data_credits =
      param("data_credits", 2048u, "capacity of the receive buffer in data flits of each class",
            "assumed", core::between(kMaxPayload / kFlitBytes, 1u << 20));
  core::Param<double> picojoules_per_bit = param(
      "picojoules_per_bit", 0.5, "energy per bit transferred", kNotes, core::between(0.0, 1000.0));
  core::Param<double> phy_watts_per_8_lanes =
      param("phy_watts_per_8_lanes", 1.5, "power of one end's PHYs for 8 lanes in each direction",
            kNotes, core::between(0.0, 1000.0));
  core::Param<double> phy_mm2_per_8_lanes = param(
      "phy_mm2_per_8_lanes", 3.3,
      "area of one end's PHYs for 8 lanes in each direction, with their PLL, in square millimetres",
      kNotes, core::between(0.0, 1000.0));
  link::LinkParams wire;  ///< Propagation, credit and answer latencies, errors, failures.

  NvlinkParams();
  /// Declares policy, sample_time and switch_time, for which a platform may want shorter names.
  void declare_turning(const core::ParamScope& scope);
  /// Declares all other parameters.
  void declare(const core::ParamScope& scope);
  /// The same without `lanes` and `lane_rate`, for links that have lanes of their own.
  void declare_but_lanes(const core::ParamScope& scope);
  /// Checks each member, that each direction has a lane, and the wire.
  void validate(const std::string& path) const;

  [[nodiscard]] link::LinkParams link() const;  ///< With the rate of all lanes.
  [[nodiscard]] model::CreditLimitTable credit_limits() const;
  [[nodiscard]] PolicySettings policy_settings() const;
  /// Returns the time from a lane's death until both ends have taken it out of service: the
  /// receiving PHY, which has lost its signal, notifies the other end as it would for a damaged
  /// packet. [assumed]
  [[nodiscard]] core::Ticks lane_loss_heard_after() const {
    return wire.propagation.value() + wire.ack_latency.value();
  }
  /// Returns on how many of `usable` lanes the first end sends after a reset.
  [[nodiscard]] unsigned first_share(unsigned usable) const;

 private:
  void declare_wire(const core::ParamScope& scope);
};

}  // namespace gf::hw::nvlink
