// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "runs/result.h"

namespace gf::app {

/// The link of a run that carried packets for the largest share of its time, and what that makes of
/// the link's rate.
struct BusiestLink {
  std::string link;       ///< "rc0 -> rc1"; parallel ones count as one.
  unsigned parallel = 1;  ///< Links between the same two that were as busy.
  double rate = 0;  ///< Each of them, in bytes/s. A channel to a NIC: without headers of segments.
  double sent = 0;  ///< Bytes/s while it is busy: what DLLPs and ordered sets leave of `rate`.
  double payload = 0;  ///< Of a packet, in bytes; the mean.
  double packet = 0;   ///< With what links add, in bytes; the mean. Same as `payload`: not known.
  double busy = 0;     ///< Share of the test's time, 0 to 1.
  double carried = 0;  ///< Payload of all parallel links, in bytes; 0: not known (between routers).
  std::string waits;   ///< Largest cause of waits of packets there; or empty.

  /// Finds it in a run with its record (Request::page). `seconds`: the time of the test. Returns
  /// nothing if no link carried anything. Throws RunError for a run without a record.
  static std::optional<BusiestLink> of(const runs::Result& result, double seconds);

  /// Returns the arithmetic that ends with `value`, in bytes/s: "rc0 -> rc1: 19.2 GB/s x 64/72 x
  /// 59 % busy = 10.1 GB/s"; `sent` / `rate` stands in front of the packet if it is not 1. `moved`:
  /// bytes per second of `value`, times `seconds`: which part of what the link carried `value`
  /// counts.
  [[nodiscard]] std::string arithmetic(double value, double moved, double copy) const;
};

}  // namespace gf::app
