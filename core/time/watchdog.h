// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <systemc>

#include "core/base/error.h"

namespace gf::core {

/// When a simulation ends before its models are done.
struct RunLimits {
  sc_core::sc_time stop_at;  ///< Simulated time; zero = none.
  /// Polled some ten times a second, later where a quiet run turns busy all at once. May be empty.
  std::function<bool()> interrupted;
  std::function<void()>
      on_slice;  ///< For progress, ten times a second, at first more often; or empty.

  /// Livelock: events in each interval from k * no_progress to (k + 1) * no_progress that holds
  /// any, but in one of them `work_done` stayed the same. Off while zero or empty.
  sc_core::sc_time no_progress;
  std::function<std::uint64_t()> work_done;  ///< Bytes delivered, for example; never goes back.
};

enum class RunEnd { kQuiescent, kDeadlock, kLivelock, kStopped, kStoppedByModel, kInterrupted };

struct RunEndReport {
  RunEnd end = RunEnd::kQuiescent;
  std::string explanation;  ///< "done", "stopped at 5 ms", "deadlock at 2 us: 3 waits\n...".
};

/// Runs the simulation until nothing is left to do or a limit is met, whichever comes first. What
/// the models do does not depend on how the run is cut into slices.
/// sc_start() returns silently when everybody waits: this asks every Quiescent component, and work
/// that is pending without an event to come is a deadlock. An end at `stop_at` comes before the
/// events at that time; so does a livelock's at the end of its interval. A component that calls
/// sc_stop() ends the run as kStoppedByModel. A UserError of a process comes out as one. So does an
/// event beyond kEndOfTime (core/base/time_limits.h).
RunEndReport run_simulation(const RunLimits& limits);

/// What the program returns for it: a stop that was asked for is kDone, a livelock counts as a
/// deadlock.
ExitCode exit_code(RunEnd end);

/// For a component that finds itself doing the same again and again: the run ends as kLivelock as
/// soon as the events of this moment have acted. `what` says who, what and how often. Of several
/// ranks all end so, behind the stretch or window in which one of them did: what waits is said as
/// it is then.
void stop_as_livelock(const std::string& what);

/// For a component that does nothing any more, as it has died: the run goes on without it, and if
/// work is left at its end, the report begins with `what`. The first one is reported, of those at
/// one date the least by its text: so it is the same one wherever they have died.
void tell_death(const std::string& what);

}  // namespace gf::core
