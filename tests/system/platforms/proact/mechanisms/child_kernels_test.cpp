// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/mechanisms/child_kernels.h"

#include <gmock/gmock.h>
#include <map>

#include "core/base/random.h"
#include "hw/proact/chunk_journal.h"
#include "platforms/proact/host_program.h"
#include "tests/support/proact_copies.h"

namespace gf::test::child_kernels_test {
namespace {

using namespace proact_copies;  // NOLINT: what these tests share

using namespace platforms::proact;  // NOLINT: of the subject of this file
namespace gpu = platforms::gpu;

/// A run of child kernels, and what became of the chunks in the order in which they were ready.
struct ChildKernelRun {
  explicit ChildKernelRun(const Variation& variation)
      : bench(mechanism_entry("cdp"), "4x_volta", 64, 3, variation) {
    bench.run();
    EXPECT_EQ(bench.check->wrong_bytes(), 0u);
    chunks.assign(journal.chunks().begin(), journal.chunks().end());
    std::stable_sort(chunks.begin(), chunks.end(),
                     [](const auto& a, const auto& b) { return a.zero < b.zero; });
  }
  hw::proact::ChunkJournal journal;
  ProactBench bench;
  std::vector<hw::proact::ChunkHistory> chunks;
};

/// The driver takes a launch of a GPU each interval, if completions take no time; the latency of
/// each begins when the driver turns to it, so that a launch alone waits for no interval.
TEST(ChildKernelChunks, WaitForTheLaunchesBeforeThem) {
  Variation variation;
  variation.cdp_completion = sc_core::SC_ZERO_TIME;
  const ChildKernelRun run(variation);
  const core::Ticks interval = run.bench.params.host.cdp_interval.get().value();
  const core::Ticks latency = run.bench.params.host.cdp_latency.get().value();
  std::map<unsigned, core::Ticks> free;
  core::Ticks waited = 0;
  for (const auto& chunk : run.chunks) {
    const core::Ticks taken = std::max(chunk.zero, free[chunk.gpu]);
    free[chunk.gpu] = taken + interval;
    EXPECT_EQ(chunk.of(hw::proact::ChunkStage::kDriver), taken - chunk.zero) << chunk.name;
    EXPECT_EQ(chunk.of(hw::proact::ChunkStage::kLaunch), latency) << chunk.name;
    waited += taken - chunk.zero;
  }
  EXPECT_GT(waited, 0u);
}

/// A GPU has four or more chunks a phase. Their ends, of 1 ms each, are what the phase lasts, and
/// none of them before its child has ended.
TEST(ChildKernels, APhaseEndsWithItsLastCompletion) {
  Variation variation;
  variation.cdp_completion = sc_core::sc_time(1, sc_core::SC_MS);
  const ChildKernelRun run(variation);
  EXPECT_EQ(run.chunks.size(), 3u * 16);
  for (const PhaseTimes& phase : run.bench.host->times()) {
    const double ms = core::to_time(phase.drained - phase.launched).to_seconds() * 1e3;
    EXPECT_GT(ms, 4);
    EXPECT_LT(ms, 4.2);
  }
}

TEST(LaunchDriver, DoesOneThingAfterTheOther) {
  LaunchDriver driver;
  EXPECT_EQ(driver.take(100, 10), 100u);
  EXPECT_EQ(driver.take(105, 20), 110u);  // behind the first one
  EXPECT_EQ(driver.take(130, 5), 130u);   // in the moment in which it is free
  EXPECT_EQ(driver.take(200, 5), 200u);   // alone
  EXPECT_EQ(driver.free(), 205u);
}

}  // namespace
}  // namespace gf::test::child_kernels_test
