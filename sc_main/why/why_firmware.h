// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "explain/processor_times.h"

namespace gf::app {

/// Time use of the processors of network cards: the answer to "firmware", or to "firmware
/// node_0.card" for processors whose path begins so.
struct WhyFirmware {
  const core::ProcessorTimes& times;
  const core::HopJournal& journal;
  core::Ticks span = 0;  ///< Of the run.
  std::string wanted;    ///< Beginning of the processors' paths; empty: all.

  static bool asks(const std::string& question);
  /// Returns "node_0.card" for "firmware node_0.card".
  static std::string wanted_of(const std::string& question);

  /// Throws UserError(kUsage), which names the processors, if none matches.
  void check() const;
  /// Returns a table per processor, within `columns`: time by task, idle time, and the tasks behind
  /// which others waited.
  [[nodiscard]] std::string text(std::size_t columns) const;
  [[nodiscard]] nlohmann::ordered_json json() const;
};

}  // namespace gf::app
