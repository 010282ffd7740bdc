// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <systemc>
#include <vector>

#include "core/base/ticks.h"
#include "core/param/param.h"

namespace gf::hw::link {

/// When a sender on a wire dies for good. Parameters of every kind of link derive from this group,
/// so the names are the same for all. Where many senders share parameters, `failing` selects some
/// of them. Lanes are named after their port: a glob may name a lane at either end of the link.
struct FaultParams : core::ParamGroup {
  core::Param<sc_core::sc_time> fails_at =
      param("fails_at", sc_core::SC_ZERO_TIME,
            "time at which the senders selected by `failing` die; 0: never", "test aid");
  core::Param<std::string> failing =
      param("failing", std::string("*"),
            "paths of the ports or lanes (`*.lane_3`) that die at fails_at, separated by commas; * "
            "matches any characters",
            "test aid");

  /// Returns when the port `path` dies; kNever: it does not. Each call is recorded for
  /// check_failing().
  [[nodiscard]] core::Ticks dies_at(const std::string& path) const;
  /// Returns the same for the port that contains `end`.
  [[nodiscard]] core::Ticks dies_at(const sc_core::sc_object& end) const;
  /// Returns when each of the `count` lanes `path`.lane_0, `path`.lane_1, ... dies; empty: none
  /// dies. A glob in `failing` selects lanes only if its last part contains "lane", so `gpu_0.*`
  /// selects ports only.
  [[nodiscard]] std::vector<core::Ticks> lanes_die_at(const std::string& path,
                                                      unsigned count) const;
};

/// Checks `failing` once a machine is built. Throws UserError(kUsage) if a glob matches none of the
/// paths that dies_at() and lanes_die_at() were called with; the message names similar paths.
void check_failing();

}  // namespace gf::hw::link
