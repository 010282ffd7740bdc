// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

#include "papers/runner.h"

namespace gf::app {

/// Progress of `reproduce` on stderr: one line per finished experiment. On a terminal a line below
/// them is rewritten with overall progress, running experiments and time left. Elsewhere (a log)
/// that line appears every 30 s.
class ReproduceProgress {
 public:
  explicit ReproduceProgress(bool quiet);
  ~ReproduceProgress();  ///< Clears the line.
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

/// Returns a text such as "3/12 done, 31 %, about 1:05 left: pcie.table2, pcie.fig6.t1"; no
/// estimate before 1 %.
std::string progress_text(const papers::RunnerStatus& status, double elapsed_seconds);
/// Returns a text such as "pcie.table2  6 pass, 2 deviates  12.3 s".
std::string finished_text(const papers::Experiment& experiment, const papers::Outcome& outcome);

}  // namespace gf::app
