// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <string>

#include "tests/support/platform_run.h"

namespace gf::test {

/// The platform `proact` with 8 SMs a GPU, unless `more` says otherwise.
inline PlatformRun run_proact(const std::string& mechanism, const Settings& more,
                              const RunAs& as = {}) {
  return run_platform("proact", Settings{"mechanism=" + mechanism, "gpu.sms=8"} + more, as);
}

/// PageRank in chunks small enough that several become ready one after the other.
inline Settings pagerank(const Settings& more) {
  return Settings{"workload=pagerank", "iterations=2", "chunk=16 KiB", "threads=256"} + more;
}

/// What the run itself found with real bytes: copies are right, and of `reads` loads at least none
/// was stale.
inline void expect_consistent(const PlatformRun& run, const std::string& what, double reads = 100) {
  EXPECT_EQ(run.code, core::ExitCode::kDone) << what << run.reason;
  if (run.code != core::ExitCode::kDone) return;
  EXPECT_EQ(run["wrong_bytes"], 0) << what;
  EXPECT_EQ(run["stale_reads"], 0) << what;
  if (reads > 0) {
    EXPECT_GT(run["checked_reads"], reads) << what;
  }
}

}  // namespace gf::test
