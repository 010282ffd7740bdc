// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/params.h"
#include "core/units.h"
#include "hw/link/link_params.h"
#include "hw/nvlink/direction_policy_if.h"
#include "tlm_models/link/credits.h"

namespace gf::hw::nvlink {

/// One end of a link; both ends have the same. Field = meaning, unit, [source key in README.md].
struct NvlinkParams {
  unsigned lanes = 16;                                       ///< Of the link [N1]
  core::ByteRate lane_rate = core::gigabytes_per_second(8);  ///< [N1]
  unsigned first_lanes = 0;  ///< Lanes on which the first end sends at a kernel's start; 0: half
  sc_core::sc_time switch_time{100, sc_core::SC_NS};  ///< Drained to usable the other way [N1]
  std::string turn_scope = "lane";                    ///< What a turn stalls [assumed]
  std::string policy = "paper";                       ///< Of the controller [N1]
  std::string decider = "first";                      ///< Whose controller asks [assumed]
  sc_core::sc_time sample_time{5, sc_core::SC_US};    ///< Between looks at the registers [N1]
  double saturation = 0.99;                           ///< Busy share of a saturated direction [N1]
  core::ByteRate threshold = core::gigabytes_per_second(1);  ///< Free bandwidth worth a lane [N1]
  std::vector<unsigned> failed_lanes;                        ///< Out of service from the start
  std::vector<unsigned> failing_lanes;                       ///< Go out of service at fail_time
  sc_core::sc_time fail_time;
  unsigned header_credits = 512;       ///< Receive buffer: packets of each class [assumed]
  unsigned data_credits = 2048;        ///< Receive buffer: data flits of each class [assumed]
  double picojoules_per_bit = 0.5;     ///< Transferred [N2]
  double phy_watts_per_8_lanes = 1.5;  ///< 8 lanes each way, at one end [N2]
  link::LinkParams wire;               ///< Propagation, credit and answer latencies, errors

  NvlinkParams();
  /// policy, sample_time and switch_time: what a platform may want under a shorter name.
  void declare_turning(const core::ParamScope& scope);
  void declare(const core::ParamScope& scope);  ///< All others.
  /// Throws UserError naming `path`, the field, its value and the legal range.
  void validate(const std::string& path) const;

  [[nodiscard]] link::LinkParams link() const;  ///< With the rate of all lanes.
  [[nodiscard]] model::CreditLimitTable credit_limits() const;
  [[nodiscard]] PolicySettings policy_settings() const;
  /// How many of `usable` lanes the first end sends on after a reset.
  [[nodiscard]] unsigned first_share(unsigned usable) const;
};

}  // namespace gf::hw::nvlink
