// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <systemc>
#include <vector>

#include "core/base/ticks.h"
#include "core/param/param.h"

namespace gf::hw::link {

/// When what sends on a wire dies for good: a base of the parameters of every kind of link, so that
/// all kinds have it by the same names. Where many senders share parameters, `failing` says which.
/// A lane of a link that has lanes of its own is named like a port, at either end of the link.
struct FaultParams : core::ParamGroup {
  core::Param<sc_core::sc_time> fails_at =
      param("fails_at", sc_core::SC_ZERO_TIME,
            "date from which nothing that the `failing` ones send arrives any more; 0: never",
            "test aid");
  core::Param<std::string> failing =
      param("failing", std::string("*"),
            "paths of the ports, or of lanes (`*.lane_3`), that fail at fails_at; several with "
            "commas; * stands for any characters",
            "test aid");

  /// The date for `path`; kNever: it does not fail. check_failing() hears of the question.
  [[nodiscard]] core::Ticks dies_at(const std::string& path) const;
  /// The same for the port that `end` is a part of.
  [[nodiscard]] core::Ticks dies_at(const sc_core::sc_object& end) const;
  /// The dates of the `count` lanes `path`.lane_0 and so on; empty: none fails. A text of `failing`
  /// means lanes where its last part says "lane", so that `gpu_0.*` means ports as ever.
  [[nodiscard]] std::vector<core::Ticks> lanes_die_at(const std::string& path,
                                                      unsigned count) const;
};

/// Once a machine is built: throws UserError(kUsage) where a `failing` names none of the paths that
/// dies_at() was asked for with it, and says which are near.
void check_failing();

}  // namespace gf::hw::link
