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
}

InterruptFlag::~InterruptFlag() {
  ::sigaction(SIGINT, &old_interrupt_, nullptr);
  ::sigaction(SIGTERM, &old_terminate_, nullptr);
}

int InterruptFlag::signal() const { return came; }

core::ExitCode InterruptFlag::exit_code() const {
  return came == SIGTERM ? core::ExitCode::kTerminated : core::ExitCode::kInterrupted;
}

}  // namespace gf::app
