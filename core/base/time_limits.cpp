// SPDX-License-Identifier: Apache-2.0
#include "core/base/time_limits.h"

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/units.h"

namespace gf::core {

sc_core::sc_time step_of(double seconds, const std::string& what) {
  if (seconds >= 0 && seconds <= to_time(kLongestStep).to_seconds())
    return {seconds, sc_core::SC_SEC};
  throw UserError(ExitCode::kUsage,
                  fmt::format("{} takes {:.6g} s; expected at most {} in one step; raise the rate, "
                              "lower the time per item, or move less",
                              what, seconds, to_text(to_time(kLongestStep))));
}

sc_core::sc_time repeated(const sc_core::sc_time& time, double count, const std::string& what) {
  const double seconds = time.to_seconds() * count;
  return seconds <= to_time(kLongestStep).to_seconds() ? time * count : step_of(seconds, what);
}

void check_end_of_time(Ticks at) {
  if (at <= kEndOfTime) return;
  throw UserError(ExitCode::kUsage,
                  fmt::format("simulated time exceeds {}, the maximum of a run; raise rates, lower "
                              "latencies, or end the run earlier with --stop-at",
                              to_text(to_time(kEndOfTime / kSecond * kSecond))));
}

}  // namespace gf::core
