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

/// Causes that may end a run early: a signal, or the limit of real time.
class EarlyEnd {
 public:
  explicit EarlyEnd(std::optional<std::chrono::duration<double>> wall) : wall_(wall) {}
  /// For RunContext::interrupted: returns true from the first time that a limit is met.
  [[nodiscard]] bool reached();
  /// Returns the cause as a number for other ranks: above 0 once reached() was true.
  [[nodiscard]] unsigned why() const;
  /// Ends this rank because another rank has met a limit; `why` is that rank's why().
  void take(unsigned why);
  /// Returns whether a limit is met. Any thread may call it; the run does not know before
  /// reached(). In a rank, only this function checks for a signal to the process that started it,
  /// because that reads a file.
  [[nodiscard]] bool due();
  /// Returns whether the run was told to end early, so that its results are partial.
  [[nodiscard]] bool stopped_run() const { return why_ != Why::kNothing; }
  /// Replaces code, reason and marks of the outcome by those of the early end. Exceeding the real
  /// time limit is exit 130, like Ctrl-C: programs that read the code must not take the results for
  /// complete.
  void mark(core::RunRecord& record) const;

 private:
  enum class Why { kNothing, kSignal, kWall };
  static constexpr unsigned kWallNumber = 1000;  ///< kWall as a why(); signals are lower.
  [[nodiscard]] Why cause() const;
  InterruptFlag flag_;
  std::optional<std::chrono::duration<double>> wall_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::atomic<Why> why_ = Why::kNothing;
};

}  // namespace gf::app
