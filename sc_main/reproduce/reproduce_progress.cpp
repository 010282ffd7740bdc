// SPDX-License-Identifier: Apache-2.0
#include "sc_main/reproduce/reproduce_progress.h"

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <iostream>

#include "core/text/terminal.h"

namespace gf::app {
namespace {

constexpr std::size_t kLogWidth = 100;
constexpr const char* kClearLine = "\r\033[K";
constexpr auto kLogEach = std::chrono::seconds(30);
constexpr std::array<papers::Verdict, 4> kVerdicts = {
    papers::Verdict::kPass, papers::Verdict::kDeviates, papers::Verdict::kFail,
    papers::Verdict::kInfo};

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

std::string finished_text(const papers::Experiment& experiment, const papers::Outcome& outcome) {
  std::string counts;
  for (const papers::Verdict verdict : kVerdicts) {
    unsigned count = 0;
    for (const papers::Measurement& m : outcome.result.measurements)
      count += papers::verdict_of(m) == verdict ? 1 : 0;
    if (count > 0)
      counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", count, papers::to_text(verdict));
  }
  if (!outcome.result.skipped.empty()) counts = "skipped";
  return fmt::format("{:<28} {:<38} {:>7.1f} s", experiment.id, counts, outcome.wall_seconds);
}

ReproduceProgress::ReproduceProgress(bool quiet)
    : quiet_(quiet), terminal_(core::rewrites_lines(std::cerr)), next_(start_ + kLogEach) {}

ReproduceProgress::~ReproduceProgress() {
  if (!quiet_ && terminal_) std::cerr << kClearLine << std::flush;
}

void ReproduceProgress::show(const papers::RunnerStatus& status) {
  if (quiet_ || (!terminal_ && Clock::now() < next_)) return;
  next_ = Clock::now() + kLogEach;
  const double elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
  // A full line would wrap, and clearing it would leave a remainder on screen.
  const std::size_t width = terminal_ ? core::columns_of(std::cerr) - 1 : kLogWidth;
  const std::string text = progress_text(status, elapsed).substr(0, width);
  std::cerr << (terminal_ ? kClearLine + text : text + "\n") << std::flush;
}

void ReproduceProgress::finished(const papers::Experiment& experiment,
                                 const papers::Outcome& outcome) {
  if (quiet_) return;
  std::cerr << (terminal_ ? kClearLine : "") << finished_text(experiment, outcome) << std::endl;
}

}  // namespace gf::app
