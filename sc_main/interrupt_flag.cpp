// SPDX-License-Identifier: Apache-2.0
#include "sc_main/interrupt_flag.h"

namespace gf::app {
namespace {

volatile sig_atomic_t came = 0;

extern "C" void note(int number) { came = number; }

}  // namespace

InterruptFlag::InterruptFlag() {
  came = 0;
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  ::sigaction(SIGINT, &action, &old_interrupt_);
  ::sigaction(SIGTERM, &action, &old_terminate_);
  ::sigaction(SIGHUP, &action, &old_hang_up_);
  if (old_hang_up_.sa_handler == SIG_IGN) ::sigaction(SIGHUP, &old_hang_up_, nullptr);
}

InterruptFlag::~InterruptFlag() {
  ::sigaction(SIGINT, &old_interrupt_, nullptr);
  ::sigaction(SIGTERM, &old_terminate_, nullptr);
  ::sigaction(SIGHUP, &old_hang_up_, nullptr);
}

int InterruptFlag::signal() const { return came; }

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
