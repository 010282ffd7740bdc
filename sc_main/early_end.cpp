// SPDX-License-Identifier: Apache-2.0
#include "sc_main/early_end.h"

namespace gf::app {

bool EarlyEnd::reached() {
  if (why_ != Why::kNothing) return true;
  if (flag_.signal() != 0)
    why_ = Why::kSignal;
  else if (wall_ && std::chrono::steady_clock::now() - start_ > *wall_)
    why_ = Why::kWall;
  return why_ != Why::kNothing;
}

void EarlyEnd::mark(core::RunRecord& record) const {
  if (why_ == Why::kNothing) return;
  record.partial = true;
  record.interrupted = why_ == Why::kSignal;
  record.code = record.interrupted ? flag_.exit_code() : core::ExitCode::kInterrupted;
  record.reason = record.interrupted ? "interrupted: " + flag_.name() : "stopped: max wall time";
}

}  // namespace gf::app
