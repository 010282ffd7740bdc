// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/proact/mechanisms/polling.h
// Polling where places, reads and words are few: it ends, or says who holds what.
#include <gmock/gmock.h>

#include "tests/support/proact_runs.h"

namespace gf::test::proact_polling_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(ProactPolling, AgentsOnAllPlacesAreALivelockThatNamesThem) {
  const Captured one =
      run_proact("polling", {"-p", "workload=microbenchmark", "-p", "app.bytes=64 KiB", "-p",
                             "chunk=16 KiB", "-p", "gpu.sms=1", "-p", "threads=2048"});
  EXPECT_EQ(one.code, 4) << one.err;
  EXPECT_THAT(one.err, AllOf(HasSubstr("livelock: kernel \"polling_0\" polls on all 8 places"),
                             HasSubstr("\"generate_0\""), HasSubstr("its 16 CTAs")));
}

TEST(ProactPolling, AgentsThatTakeAllReadsDoNotStarveProducers) {
  const Captured one =
      run_proact("polling", {"-p", "workload=als", "-p", "gpus=2", "-p", "gpu.sms=2", "-p",
                             "gpu.sm.mshrs=3", "-p", "threads=1000", "-p", "app.bytes=99999B", "-p",
                             "chunk=64 KiB", "-p", "gpu.sm.patience=4096"});
  EXPECT_EQ(one.code, 0) << one.err;
}

/// A read that nobody may join: a warp that wants the same sector waits for a place of its own.
TEST(ProactPolling, ReadsThatNobodyJoinsComeAllTheSame) {
  for (const char* mechanism : {"polling", "hw"}) {
    const Captured one =
        run_proact(mechanism, {"-p", "workload=jacobi", "-p", "gpu.sm.mshr_merges=1", "-p",
                               "app.bytes=256 KiB", "-p", "iterations=1", "-p", "chunk=16 KiB",
                               "-p", "check=true"});
    EXPECT_EQ(one.code, 0) << mechanism << one.err;
  }
}

TEST(ProactPolling, ChunksOfAnyNumberOfBytesArrive) {
  for (const char* mechanism : {"polling", "cdp"}) {
    const Captured one =
        run_proact(mechanism, {"-p", "workload=microbenchmark", "-p", "app.bytes=64 KiB", "-p",
                               "chunk=4097 B", "-p", "check=true", "--json"});
    EXPECT_EQ(one.code, 0) << mechanism << one.err;
  }
}

}  // namespace
}  // namespace gf::test::proact_polling_test
