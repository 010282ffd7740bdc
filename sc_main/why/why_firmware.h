// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "explain/task_times.h"

namespace gf::app {

/// What the processors of network cards spent a run on: the answer to "firmware", or to "firmware
/// node_0.card" for those whose path begins so.
struct WhyFirmware {
  const core::TaskTimes& times;
  const core::HopJournal& journal;
  core::Ticks span = 0;  ///< Of the run.
  std::string wanted;    ///< Beginning of the processors' paths; empty: all.

  static bool asks(const std::string& question);
  /// "node_0.card" of "firmware node_0.card".
  static std::string wanted_of(const std::string& question);

  /// Throws UserError(kUsage), which names the processors, if none is meant.
  void check() const;
  /// A table a processor, within `columns`: time by task, idle, and what tasks waited behind.
  [[nodiscard]] std::string text(std::size_t columns) const;
  [[nodiscard]] nlohmann::ordered_json json() const;
};

}  // namespace gf::app
