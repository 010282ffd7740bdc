// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

#include "papers/runner.h"

namespace gf::app {

/// One line on stderr that is rewritten: how many experiments are done, which run, the time left.
class ReproduceProgress {
 public:
  explicit ReproduceProgress(bool on) : on_(on) {}
  ~ReproduceProgress();  ///< Leaves the line empty.
  ReproduceProgress(const ReproduceProgress&) = delete;
  ReproduceProgress& operator=(const ReproduceProgress&) = delete;
  void show(const papers::RunnerStatus& status);

 private:
  bool on_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// "3/12 done, 31 %, about 1:05 left: pcie.table2, pcie.fig6.t1"; no estimate before 1 %.
std::string progress_text(const papers::RunnerStatus& status, double elapsed_seconds);

}  // namespace gf::app
