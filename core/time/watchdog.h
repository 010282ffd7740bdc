// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <systemc>

#include "core/base/error.h"

namespace gf::core {

/// Limits that may end a simulation before its models are done.
struct RunLimits {
  sc_core::sc_time stop_at;  ///< Simulated time; zero = none.
  /// Polled between slices, about every 10 ms, later if a quiet run suddenly turns busy. May be
  /// empty.
  std::function<bool()> interrupted;
  std::function<void()>
      on_slice;  ///< For progress, ten times a second, at first more often. May be empty.

  /// Livelock check: a run ends as kLivelock if `work_done` stays the same in an interval from k *
  /// no_progress to (k + 1) * no_progress that has events. Off if zero or empty, and for ranks that
  /// meet (RankSync).
  sc_core::sc_time no_progress;
  std::function<std::uint64_t()> work_done;  ///< Never decreases; bytes delivered, for example.
};

enum class RunEnd { kQuiescent, kDeadlock, kLivelock, kStopped, kStoppedByModel, kInterrupted };

struct RunEndReport {
  RunEnd end = RunEnd::kQuiescent;
  std::string explanation;  ///< "done", "stopped at 5 ms", "deadlock at 2 us: 3 waits\n...".
};

/// Runs the simulation until nothing is left to do or a limit is met. Results do not depend on how
/// the run is cut into slices.
/// sc_start() returns silently when everything waits. This function therefore asks every Quiescent
/// component; pending work without a future event is a deadlock. An end at `stop_at` comes before
/// the events at that time, and an end by livelock before those at the end of its interval. A
/// component that calls sc_stop() ends the run as kStoppedByModel.
/// A UserError of a process is rethrown as a UserError. An event beyond kEndOfTime also throws one
/// (core/base/time_limits.h).
RunEndReport run_simulation(const RunLimits& limits);

/// Returns the exit code of the program: a requested stop is kDone, a livelock counts as a
/// deadlock.
ExitCode exit_code(RunEnd end);

/// Called by a component that finds itself repeating the same actions: the run ends as kLivelock
/// after the current delta cycle. `what` names the component, the action and how often it was
/// repeated. With several ranks, all end after the stretch or window in which one of them called
/// this; the report shows the waits at that time.
void stop_as_livelock(const std::string& what);

/// Called by a component that died and does nothing any more. The run goes on without it. If work
/// is left at its end, the report begins with `what`. Only the first death is reported, and of
/// several at one time the one with the least text. It is thus the same one in every partition of
/// the machine.
void report_death(const std::string& what);

}  // namespace gf::core
