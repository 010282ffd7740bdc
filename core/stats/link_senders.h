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

/// Time that packets have waited at the head of queues, by cause. The counters are read in place,
/// because a large network has many.
struct CountedWaits {
  /// Updates the numbers to all waits until a time. Times never decrease, and nothing acts between
  /// now and a time that lies ahead.
  std::function<void(Ticks until)> book;
  Ticks unit = 1;  ///< What one count of a number stands for.
  std::vector<std::pair<StallCause, const std::uint64_t*>> numbers;
};

/// A time whose counter is read in place.
struct CountedTime {
  const std::uint64_t* number;
  Ticks unit = 1;  ///< What one count stands for.
  [[nodiscard]] Ticks operator()() const { return *number * unit; }
};

/// One direction of a link, as an observer of a run sees it.
struct LinkSender {
  std::string path;                      ///< "gpu_0.nvlink.link_0": the sending end of the link.
  CountedTime busy;                      ///< How long it has been busy with packets so far.
  const StatGroup* stats = nullptr;      ///< Its statistics, "<path>.tx"; null: it has none.
  const StallDuration* stall = nullptr;  ///< Waiting times at that end by cause; null: no
                                         ///< statistic.
  /// Starts to count waiting times where no statistic does, and returns how to read them; may be
  /// empty.
  std::function<CountedWaits()> count_waits = {};
};

/// Returns LinkSender::path for the path of its statistics: without the ".tx" of a transmitter that
/// another module owns.
std::string link_of_stats(const std::string& path);

/// Returns every sender of a link whose statistics exist, by path: the groups with `busy` and
/// `wire_bytes`.
std::vector<LinkSender> link_senders();

}  // namespace gf::core
