// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

#include "papers/runner.h"

namespace gf::app {

/// What `reproduce` tells on stderr while it runs: a line an experiment that is finished, and below
/// them, on a terminal, one that is rewritten: how far all of it is, what runs, the time left.
/// Elsewhere (a log) that line comes every 30 s.
class ReproduceProgress {
 public:
  explicit ReproduceProgress(bool quiet);
  ~ReproduceProgress();  ///< Leaves the line empty.
  ReproduceProgress(const ReproduceProgress&) = delete;
  ReproduceProgress& operator=(const ReproduceProgress&) = delete;
  void show(const papers::RunnerStatus& status);
  void finished(const papers::Experiment& experiment, const papers::Outcome& outcome);

 private:
  using Clock = std::chrono::steady_clock;
  const bool quiet_;
  const bool terminal_;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point next_;
};

/// "3/12 done, 31 %, about 1:05 left: pcie.table2, pcie.fig6.t1"; no estimate before 1 %.
std::string progress_text(const papers::RunnerStatus& status, double elapsed_seconds);
/// "pcie.table2  6 pass, 2 deviates  12.3 s".
std::string finished_text(const papers::Experiment& experiment, const papers::Outcome& outcome);

}  // namespace gf::app
