// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <signal.h>
#include <string>

#include "core/base/error.h"

namespace gf::app {

/// During its lifetime Ctrl-C (SIGINT), SIGTERM and SIGHUP (the terminal went away) set a flag
/// instead of ending the program, so that partial results can be written. A second signal ends the
/// program at once. Signals that were ignored before stay ignored: SIGHUP by nohup, SIGINT in the
/// background of a script. Only one flag may exist at a time.
/// A rank (core/ranks/ranks.h) treats SIGUSR1 as SIGINT and SIGUSR2 as SIGTERM, because mpirun does
/// not pass on SIGINT and SIGTERM.
class InterruptFlag {
 public:
  InterruptFlag();
  ~InterruptFlag();
  InterruptFlag(const InterruptFlag&) = delete;
  InterruptFlag& operator=(const InterruptFlag&) = delete;

  [[nodiscard]] int signal() const;  ///< The signal that arrived, or 0.
  void take(int signal);             ///< Acts as if it had arrived: another rank got it.
  /// Returns kInterrupted for SIGINT, kTerminated for SIGTERM and SIGHUP.
  [[nodiscard]] core::ExitCode exit_code() const;
  /// Returns "SIGINT", "SIGTERM" or "SIGHUP"; empty without a signal.
  [[nodiscard]] std::string name() const;

 private:
  struct sigaction old_interrupt_ {};
  struct sigaction old_terminate_ {};
  struct sigaction old_hang_up_ {};
  struct sigaction old_first_user_ {};
  struct sigaction old_second_user_ {};
};

}  // namespace gf::app
