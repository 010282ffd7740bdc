// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/proact/region/host_timer.h platforms/proact/mechanisms/bulk_copy.h
#include "platforms/proact/host_program.h"

#include <gmock/gmock.h>

#include "core/time/watchdog.h"
#include "platforms/proact/mechanisms/bulk_copy.h"
#include "tests/support/proact_copies.h"

namespace gf::test::host_program_test {
namespace {

using namespace proact_copies;  // NOLINT: what these tests share

using namespace platforms::proact;  // NOLINT: of the subject of this file
namespace gpu = platforms::gpu;

TEST(HostProgram, APhaseIsLaunchKernelsSyncAndCopies) {
  ProactBench bench(mechanism_entry("memcpy"));
  bench.run();
  const std::vector<PhaseTimes>& times = bench.host->times();
  ASSERT_EQ(times.size(), 3u);
  for (std::size_t n = 0; n < times.size(); ++n) {
    EXPECT_EQ(times[n].drained, times[n].produced) << n;
    EXPECT_EQ(times[n].transferred - times[n].drained,
              bench.params.host.sync.value() + times[n].copied)
        << n;
    // Of each of four to each other: calls, the last copy at least, and the wait for it.
    EXPECT_GT(times[n].copied,
              12 * bench.params.host.copy_call.value() + bench.params.host.sync.value());
    if (n > 0) {
      EXPECT_EQ(times[n].launched, times[n - 1].transferred) << n;
    }
  }
}

/// Copies of 64 KiB, each of less than 5 us: with calls that block one is over before the next.
TEST(HostProgram, CallsThatBlockWaitEachForItsCopy) {
  Variation variation;
  variation.copies = "blocking";
  variation.copy_threads = "per_gpu";
  ProactBench bench(mechanism_entry("memcpy"), "4x_volta", 64, 3, variation);
  bench.run();
  const core::Ticks waits =
      3 * (bench.params.host.copy_call.value() + bench.params.host.sync.value());
  const core::Ticks copies = 3 * sc_core::sc_time(5, sc_core::SC_US).value();
  for (const PhaseTimes& times : bench.host->times()) {
    EXPECT_GT(times.copied, waits);
    EXPECT_LT(times.copied, waits + copies);
  }
}

/// One phase on four GPUs, each with a link to each other: twelve copies of a MiB.
struct Copying {
  static Variation variation(const char* copies, const char* threads,
                             const sc_core::sc_time& call) {
    Variation made;
    made.copies = copies;
    made.copy_threads = threads;
    made.copy_call = call;
    return made;
  }
  Copying(const char* copies, const char* threads, const sc_core::sc_time& call)
      : bench(mechanism_entry("memcpy"), "4x_volta", 1024, 1, variation(copies, threads, call)) {
    bench.run();
    for (unsigned gpu = 0; gpu < 4; ++gpu) {
      for (unsigned engine = 0; engine < 3; ++engine)
        one += bench.node->gpu(gpu).memory.copy_engine(engine).stats().busy.ticks() / 12.0;
    }
    all = 1.0 * (bench.host->times().front().copied - bench.params.host.sync.value());
  }
  ProactBench bench;
  double one = 0;  ///< Ticks of a copy, in the mean.
  double all = 0;  ///< From the first call to the end of the last copy.
};

TEST(HostProgram, CopiesOfTheDefaultStreamsTakeTurnsOnBothGpus) {
  const Copying copying("default_stream", "one", sc_core::SC_ZERO_TIME);
  EXPECT_NEAR(copying.all / copying.one, 6, 0.1);  // of each GPU three out and three in
}

TEST(HostProgram, AsynchronousCopiesGoSideBySide) {
  const Copying copying("async", "one", sc_core::SC_ZERO_TIME);
  EXPECT_NEAR(copying.all / copying.one, 1, 0.1);
}

sc_core::sc_time long_call() { return {100, sc_core::SC_US}; }  // longer than a copy

TEST(HostProgram, OneThreadCallsForAllGpus) {
  const Copying copying("default_stream", "one", long_call());
  EXPECT_NEAR(copying.all, 12.0 * long_call().value() + copying.one, 0.1 * copying.one);
}

TEST(HostProgram, AThreadAGpuCallsBesideTheOthers) {
  const Copying copying("default_stream", "per_gpu", long_call());
  EXPECT_NEAR(copying.all, 3.0 * long_call().value() + 2 * copying.one, 0.1 * copying.one);
}

class EveryOrderOfCopies
    : public testing::TestWithParam<std::tuple<std::string, std::string, unsigned>> {};

TEST_P(EveryOrderOfCopies, BringsEveryByteToEveryGpu) {
  const auto& [copies, threads, gpus] = GetParam();
  Variation variation;
  variation.gpus = gpus;
  variation.copies = copies;
  variation.copy_threads = threads;
  ProactBench bench(mechanism_entry("memcpy"), "16x_volta", 60, 3, variation);
  bench.run();
  EXPECT_EQ(bench.end.end, core::RunEnd::kQuiescent) << bench.end.explanation;
  EXPECT_TRUE(bench.host->finished());
  EXPECT_EQ(bench.check->wrong_bytes(), 0u);
  EXPECT_EQ(bench.check->stale_reads(), 0u);
  EXPECT_GT(bench.check->checked_reads(), 100u);
  EXPECT_THAT(core::pending_waits(), testing::IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(All, EveryOrderOfCopies,
                         testing::Combine(testing::Values("default_stream", "blocking", "async"),
                                          testing::Values("one", "per_gpu"),
                                          testing::Values(2u, 3u, 5u, 16u)));

TEST(HostProgram, TheLimitIsTheBulkVersionWithoutItsCopies) {
  ProactBench bench(mechanism_entry("infinite"));
  bench.run();
  for (const PhaseTimes& times : bench.host->times()) {
    EXPECT_EQ(times.copied, 0u);
    EXPECT_EQ(times.transferred - times.drained, bench.params.host.sync.value());
  }
}

}  // namespace
}  // namespace gf::test::host_program_test
