// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <systemc>

#include "core/error.h"

namespace gf::core {

/// When a simulation ends before its models are done.
struct RunLimits {
  sc_core::sc_time stop_at;                   ///< Simulated time; zero = none.
  std::chrono::duration<double> max_wall{0};  ///< Zero = none.
  std::function<bool()> interrupted;          ///< Polled about ten times a second; may be empty.
  std::function<void()> on_slice;             ///< Called as often, for progress; may be empty.
};

enum class RunEnd { kQuiescent, kDeadlock, kStopped, kInterrupted, kWallLimit };

struct RunEndReport {
  RunEnd end = RunEnd::kQuiescent;
  std::string explanation;  ///< "done", "stopped at 5 ms", "deadlock: 3 components wait\n...".
};

/// Runs the simulation until nothing is left to do or a limit is met, whichever comes first. What
/// the models do does not depend on how the run is cut into slices.
/// sc_start() returns silently when everybody waits: this asks every Quiescent component, and work
/// that is pending without an event to come is a deadlock.
RunEndReport run_simulation(const RunLimits& limits);

/// What the program returns for it: a stop or a wall limit that was asked for is kDone.
ExitCode exit_code(RunEnd end);

}  // namespace gf::core
