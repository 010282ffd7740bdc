// SPDX-License-Identifier: Apache-2.0
#include "sc_main/run/early_end.h"

#include "sc_main/cli/start_ranks.h"

namespace gf::app {

EarlyEnd::Why EarlyEnd::cause() const {
  if (flag_.signal() != 0) return Why::kSignal;
  const bool over = wall_ && std::chrono::steady_clock::now() - start_ > *wall_;
  return over ? Why::kWall : Why::kNothing;
}

bool EarlyEnd::due() {
  if (flag_.signal() == 0)
    if (const int signal = signal_to_ranks(); signal != 0) flag_.take(signal);
  return cause() != Why::kNothing;
}

bool EarlyEnd::reached() {
  if (why_ == Why::kNothing) why_ = cause();
  return why_ != Why::kNothing;
}

unsigned EarlyEnd::why() const {
  if (why_ == Why::kNothing) return 0;
  return why_ == Why::kWall ? kWallNumber : static_cast<unsigned>(flag_.signal());
}

void EarlyEnd::take(unsigned why) {
  why_ = why == 0 ? Why::kNothing : why == kWallNumber ? Why::kWall : Why::kSignal;
  if (why_ == Why::kSignal) flag_.take(static_cast<int>(why));
}

void EarlyEnd::mark(core::RunRecord& record) const {
  if (why_ == Why::kNothing) return;
  record.partial = true;
  record.interrupted = why_ == Why::kSignal;
  record.code = record.interrupted ? flag_.exit_code() : core::ExitCode::kInterrupted;
  record.reason = record.interrupted ? "interrupted: " + flag_.name() : "stopped: max wall time";
}

}  // namespace gf::app
