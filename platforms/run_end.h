// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

#include "core/watchdog.h"
#include "platforms/platform.h"

namespace gf::platforms {

/// What is done, and of how much.
using HowFar = std::function<std::pair<std::uint64_t, std::uint64_t>()>;

/// When the simulation ends as `context` wants it; `how_far` is its progress.
core::RunLimits run_limits(const RunContext& context, const HowFar& how_far = {});

/// How it ended: code and reason of the outcome.
void note_end(const core::RunEndReport& end, RunOutcome& outcome);

}  // namespace gf::platforms
