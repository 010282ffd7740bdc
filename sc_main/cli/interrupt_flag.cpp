// SPDX-License-Identifier: Apache-2.0
#include "sc_main/cli/interrupt_flag.h"

#include <atomic>

#include "core/ranks/ranks.h"

namespace gf::app {
namespace {

/// The handler runs on any thread that receives the signal; other threads read the flag.
std::atomic<int> came = 0;
static_assert(std::atomic<int>::is_always_lock_free, "a handler must not wait for a lock");

extern "C" void note(int number) { came = number; }
extern "C" void note_user(int number) { came = number == SIGUSR1 ? SIGINT : SIGTERM; }

/// Installs the handler for signal `number`, unless it is ignored. Returns the old action.
struct sigaction noted(int number, void (*handler)(int) = note) {
  struct sigaction old {};
  struct sigaction action {};
  action.sa_handler = handler;
  // The handler works once: a second Ctrl-C ends the program at once.
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  ::sigaction(number, &action, &old);
  // nohup and shells that start background jobs ignore signals on purpose.
  if (old.sa_handler == SIG_IGN) ::sigaction(number, &old, nullptr);
  return old;
}

}  // namespace

InterruptFlag::InterruptFlag() {
  came = 0;
  old_interrupt_ = noted(SIGINT);
  old_terminate_ = noted(SIGTERM);
  old_hang_up_ = noted(SIGHUP);
  if (core::ranks().alone()) return;
  old_first_user_ = noted(SIGUSR1, note_user);
  old_second_user_ = noted(SIGUSR2, note_user);
}

InterruptFlag::~InterruptFlag() {
  ::sigaction(SIGINT, &old_interrupt_, nullptr);
  ::sigaction(SIGTERM, &old_terminate_, nullptr);
  ::sigaction(SIGHUP, &old_hang_up_, nullptr);
  if (core::ranks().alone()) return;
  ::sigaction(SIGUSR1, &old_first_user_, nullptr);
  ::sigaction(SIGUSR2, &old_second_user_, nullptr);
}

int InterruptFlag::signal() const { return came; }

void InterruptFlag::take(int signal) { came = signal; }

core::ExitCode InterruptFlag::exit_code() const {
  return came == SIGINT ? core::ExitCode::kInterrupted : core::ExitCode::kTerminated;
}

std::string InterruptFlag::name() const {
  switch (came) {
    case SIGINT:
      return "SIGINT";
    case SIGTERM:
      return "SIGTERM";
    case SIGHUP:
      return "SIGHUP";
    default:
      return "";
  }
}

}  // namespace gf::app
