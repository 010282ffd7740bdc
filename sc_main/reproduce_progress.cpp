// SPDX-License-Identifier: Apache-2.0
#include "sc_main/reproduce_progress.h"

#include <cmath>
#include <fmt/format.h>
#include <iostream>

namespace gf::app {
namespace {

constexpr std::size_t kWidth = 100;
constexpr const char* kClearLine = "\r\033[K";

std::string left_text(double fraction, double elapsed) {
  if (fraction < 0.01) return {};
  const long left = std::lround(elapsed * (1 - fraction) / fraction);
  return fmt::format(", about {}:{:02} left", left / 60, left % 60);
}

}  // namespace

std::string progress_text(const papers::RunnerStatus& status, double elapsed_seconds) {
  return fmt::format("{}/{} done, {:.0f} %{}: {}", status.finished, status.total,
                     std::floor(100 * status.fraction), left_text(status.fraction, elapsed_seconds),
                     fmt::join(status.running, ", "));
}

ReproduceProgress::~ReproduceProgress() {
  if (on_) std::cerr << kClearLine << std::flush;
}

void ReproduceProgress::show(const papers::RunnerStatus& status) {
  if (!on_) return;
  const double elapsed =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  std::cerr << kClearLine << progress_text(status, elapsed).substr(0, kWidth) << std::flush;
}

}  // namespace gf::app
