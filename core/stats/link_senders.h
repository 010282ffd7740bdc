// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/ticks.h"

namespace gf::core {

class StallDuration;
class StatGroup;
enum class StallCause : std::uint8_t;

/// How long heads have waited, by cause, in numbers that are read where they lie: a large network
/// has many.
struct CountedWaits {
  /// Has the numbers hold what was waited until a date. Dates do not go back, and nothing acts
  /// between now and a date that lies ahead.
  std::function<void(Ticks until)> book;
  Ticks unit = 1;  ///< What numbers count.
  std::vector<std::pair<StallCause, const std::uint64_t*>> numbers;
};

/// A time that is read where it lies.
struct CountedTime {
  const std::uint64_t* number;
  Ticks unit = 1;  ///< What it counts.
  [[nodiscard]] Ticks operator()() const { return *number * unit; }
};

/// One direction of a link, as who watches a run sees it.
struct LinkSender {
  std::string path;                      ///< "gpu_0.nvlink.link_0": of the link's end that sends.
  CountedTime busy;                      ///< How long it has held packets so far.
  const StatGroup* stats = nullptr;      ///< Its statistics, "<path>.tx"; null: it has none.
  const StallDuration* stall = nullptr;  ///< What heads wait for there; null: no statistic.
  /// Has that counted from now on, where no statistic does, and says how to read it; may be empty.
  std::function<CountedWaits()> count_waits = {};
};

/// LinkSender::path of the path of its statistics: without the ".tx" of a transmitter that another
/// module owns.
std::string link_of_stats(const std::string& path);

/// Every sender of a link whose statistics exist, by path: the groups with `busy` and `wire_bytes`.
std::vector<LinkSender> link_senders();

}  // namespace gf::core
