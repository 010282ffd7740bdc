// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <signal.h>

#include "core/error.h"

namespace gf::app {

/// While it lives, Ctrl-C (SIGINT) and SIGTERM set a flag instead of ending the program, so that
/// partial results can be written; a second one ends it at once. One at a time.
class InterruptFlag {
 public:
  InterruptFlag();
  ~InterruptFlag();
  InterruptFlag(const InterruptFlag&) = delete;
  InterruptFlag& operator=(const InterruptFlag&) = delete;

  [[nodiscard]] int signal() const;  ///< The signal that came, or 0.
  /// kInterrupted or kTerminated, as the signal was.
  [[nodiscard]] core::ExitCode exit_code() const;

 private:
  struct sigaction old_interrupt_ {};
  struct sigaction old_terminate_ {};
};

}  // namespace gf::app
