// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <signal.h>
#include <string>

#include "core/base/error.h"

namespace gf::app {

/// While it lives, Ctrl-C (SIGINT), SIGTERM and SIGHUP (the terminal went away) set a flag instead
/// of ending the program, so that partial results can be written; a second one ends it at once.
/// One that was ignored before stays ignored: SIGHUP by nohup, SIGINT in the background of a
/// script. One at a time.
/// A rank (core/ranks/ranks.h) takes SIGUSR1 for SIGINT and SIGUSR2 for SIGTERM, which mpirun would keep
/// for itself.
class InterruptFlag {
 public:
  InterruptFlag();
  ~InterruptFlag();
  InterruptFlag(const InterruptFlag&) = delete;
  InterruptFlag& operator=(const InterruptFlag&) = delete;

  [[nodiscard]] int signal() const;  ///< The signal that came, or 0.
  void take(int signal);             ///< As if it had come: another rank heard of it.
  /// kInterrupted for SIGINT, kTerminated for SIGTERM and SIGHUP.
  [[nodiscard]] core::ExitCode exit_code() const;
  /// "SIGINT", "SIGTERM", "SIGHUP"; empty without a signal.
  [[nodiscard]] std::string name() const;

 private:
  struct sigaction old_interrupt_ {};
  struct sigaction old_terminate_ {};
  struct sigaction old_hang_up_ {};
  struct sigaction old_first_user_ {};
  struct sigaction old_second_user_ {};
};

}  // namespace gf::app
