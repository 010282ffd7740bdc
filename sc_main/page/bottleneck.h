// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "platforms/platform.h"

namespace gf::app {

/// The bottleneck of a run, from the statistics of its links: the link that carried packets for the
/// largest share of the run's time. Ties go to the first path.
struct Bottleneck {
  std::string link;     ///< "plx_b -> k80_2".
  double busy = 0;      ///< Share of the run's time, 0 to 1.
  std::string cause;    ///< Largest cause of waits of queue heads there; empty: no waits.
  double of_waits = 0;  ///< Share of those waits with this cause, 0 to 1.

  /// Returns nothing if the platform has no links, or nothing was sent. Call it after the run.
  static std::optional<Bottleneck> of(const platforms::Platform& platform);
  /// Returns a line: "bottleneck: plx_b -> k80_2, busy 98 %; waits there: 71 % arbitration_lost". A
  /// link that is busy for less than half of the time is not called a bottleneck.
  [[nodiscard]] std::string line() const;
  [[nodiscard]] nlohmann::ordered_json json() const;
};

/// Returns its line; empty: there is none.
std::string bottleneck_line(const platforms::Platform& platform);

}  // namespace gf::app
