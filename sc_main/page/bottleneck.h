// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "platforms/platform.h"

namespace gf::app {

/// What held a run up, from the statistics of its links: the link that carried packets for the
/// largest share of the run's time, the first by path of several.
struct Bottleneck {
  std::string link;     ///< "plx_b -> k80_2".
  double busy = 0;      ///< Share of the run's time, 0 to 1.
  std::string cause;    ///< Of what the first of the queues there waited for most; empty: nothing.
  double of_waits = 0;  ///< Share of their waits that the cause has, 0 to 1.

  /// Nothing if the platform has no links, or nothing was sent. After the run.
  static std::optional<Bottleneck> of(const platforms::Platform& platform);
  /// "bottleneck: plx_b -> k80_2, busy 98 %; waits there: 71 % arbitration_lost", a line. A link
  /// that is busy for less than half of the time is not called the bottleneck.
  [[nodiscard]] std::string line() const;
  [[nodiscard]] nlohmann::ordered_json json() const;
};

/// Its line; empty: there is none.
std::string bottleneck_line(const platforms::Platform& platform);

}  // namespace gf::app
