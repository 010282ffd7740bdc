// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <systemc>

#include "core/base/error.h"
#include "tests/support/words.h"

namespace gf::test {

/// How a platform ran, and what came out of it.
struct PlatformRun {
  core::ExitCode code = core::ExitCode::kCheckFailed;
  std::string reason;                     ///< Of a run that was refused, the refusal.
  std::map<std::string, double> results;  ///< By name.
  std::map<std::string, double> stats;    ///< By "path,name".

  /// Of that result; fails the test where there is none.
  [[nodiscard]] double operator[](const std::string& name) const;
  /// Of that statistic; fails the test where there is none.
  [[nodiscard]] double stat(const std::string& path_and_name) const;
};

using Settings = Words;  ///< NAME=VALUE each, as `-p` takes them.

struct RunAs {
  std::uint64_t seed = 1;
  sc_core::sc_time stop_at = sc_core::SC_ZERO_TIME;
};

/// Runs `platform` with `settings` in a process of its own: SystemC elaborates once in a
/// process, and most questions compare runs. A setting that it refuses is the run's reason.
PlatformRun run_platform(const std::string& platform, const Settings& settings,
                         const RunAs& as = {});

}  // namespace gf::test
