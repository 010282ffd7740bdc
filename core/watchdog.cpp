// SPDX-License-Identifier: Apache-2.0
#include "core/watchdog.h"

#include <algorithm>

#include "core/quiescence.h"
#include "core/series.h"
#include "core/ticks.h"
#include "core/units.h"

namespace gf::core {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::duration<double> kSliceWall{0.05};

/// Simulated time from slice to slice, adapted so that a slice takes about kSliceWall.
class Slice {
 public:
  /// Runs one slice, from the next activity on and not beyond `end` (kNever: no end).
  void run(Ticks end) {
    const Ticks now = now_ticks();
    const Ticks idle = sc_core::sc_time_to_pending_activity().value();
    const Ticks target = idle > kNever - now - length_ ? kNever : now + idle + length_;
    const auto began = Clock::now();
    sc_core::sc_start(to_time(std::min(target, end) - now), sc_core::SC_EXIT_ON_STARVATION);
    adapt(Clock::now() - began);
  }

 private:
  void adapt(std::chrono::duration<double> took) {
    if (took < kSliceWall / 2 && length_ < kLongest) length_ *= 2;
    if (took > kSliceWall * 2 && length_ > 1) length_ /= 2;
  }
  static constexpr Ticks kLongest = 1ull << 60;
  Ticks length_ = 1'000'000'000;  // 1 us
};

RunEndReport at_rest() {
  const std::vector<Wait> waits = pending_waits();
  if (waits.empty()) return {RunEnd::kQuiescent, "done"};
  const std::string count = std::to_string(waits.size());
  return {RunEnd::kDeadlock, "deadlock at " + to_text(sc_core::sc_time_stamp()) + ": " + count +
                                 " waits\n" + explain(waits)};
}

}  // namespace

RunEndReport run_simulation(const RunLimits& limits) {
  const auto began = Clock::now();
  const Ticks end = limits.stop_at == sc_core::SC_ZERO_TIME ? kNever : limits.stop_at.value();
  Slice slice;
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  while (sc_core::sc_pending_activity()) {
    // Starvation leaves the time at the last event: what is next may lie beyond the end.
    const Ticks idle = sc_core::sc_time_to_pending_activity().value();
    Series* const series = Series::active();
    if (series != nullptr) series->take_until(std::min(now_ticks() + idle, end));
    if (now_ticks() >= end || idle > end - now_ticks())
      return {RunEnd::kStopped, "stopped at " + to_text(limits.stop_at)};
    if (limits.interrupted && limits.interrupted()) return {RunEnd::kInterrupted, "interrupted"};
    if (limits.max_wall.count() > 0 && Clock::now() - began > limits.max_wall) {
      return {RunEnd::kWallLimit, "stopped: wall time limit"};
    }
    slice.run(series != nullptr ? std::min(series->next(), end) : end);
    if (limits.on_slice) limits.on_slice();
  }
  return at_rest();
}

ExitCode exit_code(RunEnd end) {
  switch (end) {
    case RunEnd::kDeadlock:
      return ExitCode::kDeadlock;
    case RunEnd::kInterrupted:
      return ExitCode::kInterrupted;
    default:
      return ExitCode::kDone;
  }
}

}  // namespace gf::core
