// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <optional>

#include "core/base/error.h"
#include "core/run/run_dir.h"
#include "platforms/platform.h"
#include "sc_main/cli/interrupt_flag.h"

namespace gf::app {

/// What may end a run early: a signal, or more real time than it was given.
class EarlyEnd {
 public:
  explicit EarlyEnd(std::optional<std::chrono::duration<double>> wall) : wall_(wall) {}
  /// RunContext::interrupted: true from the first time that a limit is met.
  [[nodiscard]] bool reached();
  /// Why, as a number for other ranks: more than 0 once reached() was true.
  [[nodiscard]] unsigned why() const;
  /// Another rank has met a limit, for that why(), and all end.
  void take(unsigned why);
  /// A limit is met. Any thread may ask; the run does not know of it before reached(). A rank looks
  /// for a signal to who has started it here, since that reads a file.
  [[nodiscard]] bool due();
  /// Whether the run was told to end early, so that its results are partial.
  [[nodiscard]] bool stopped_run() const { return why_ != Why::kNothing; }
  /// Puts code, reason and marks of the early end over those of the outcome. Too little real time
  /// is exit 130, as Ctrl-C: whoever reads the code must not take the results for complete.
  void mark(core::RunRecord& record) const;

 private:
  enum class Why { kNothing, kSignal, kWall };
  static constexpr unsigned kWallNumber = 1000;  ///< Of why(); less are signals.
  [[nodiscard]] Why cause() const;
  InterruptFlag flag_;
  std::optional<std::chrono::duration<double>> wall_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::atomic<Why> why_ = Why::kNothing;
};

}  // namespace gf::app
