// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/proact/mechanisms/polling.h
// Polling where places, reads and words are few: it ends, or says who holds what.
#include "tests/support/matchers.h"
#include "tests/support/proact_machine.h"

namespace gf::test::polling_places_test {
namespace {

TEST(ProactPolling, AgentsOnAllPlacesAreALivelockThatNamesThem) {
  const PlatformRun one = run_proact("polling", {"workload=microbenchmark", "app.bytes=64 KiB",
                                                 "chunk=16 KiB", "gpu.sms=1", "threads=2048"});
  EXPECT_EQ(one.code, core::ExitCode::kDeadlock) << one.reason;
  EXPECT_THAT(one.reason,
              AllOf(HasSubstr("livelock: kernel \"polling_0\" polls in all 8 CTA slots"),
                    HasSubstr("\"generate_0\""), HasSubstr("its 16 CTAs")));
}

TEST(ProactPolling, AgentsThatTakeAllReadsDoNotStarveProducers) {
  const PlatformRun one = run_proact(
      "polling", {"workload=als", "gpus=2", "gpu.sms=2", "gpu.sm.mshrs=3", "threads=1000",
                  "app.bytes=99999B", "chunk=64 KiB", "gpu.sm.patience=4096"});
  EXPECT_EQ(one.code, core::ExitCode::kDone) << one.reason;
}

/// A read that nobody may join: a warp that wants the same sector waits for a place of its own.
TEST(ProactPolling, ReadsThatNobodyJoinsComeAllTheSame) {
  for (const char* mechanism : {"polling", "hw"}) {
    const PlatformRun one =
        run_proact(mechanism, {"workload=jacobi", "gpu.sm.mshr_merges=1", "app.bytes=256 KiB",
                               "iterations=1", "chunk=16 KiB", "check=true"});
    EXPECT_EQ(one.code, core::ExitCode::kDone) << mechanism << one.reason;
  }
}

TEST(ProactPolling, ChunksOfAnyNumberOfBytesArrive) {
  for (const char* mechanism : {"polling", "cdp"}) {
    const PlatformRun one = run_proact(
        mechanism, {"workload=microbenchmark", "app.bytes=64 KiB", "chunk=4097 B", "check=true"});
    EXPECT_EQ(one.code, core::ExitCode::kDone) << mechanism << one.reason;
  }
}

}  // namespace
}  // namespace gf::test::polling_places_test
