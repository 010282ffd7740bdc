// SPDX-License-Identifier: Apache-2.0
// Holds: hw/gpu/sm/cta_table.h
#include "hw/gpu/sm/load_store_unit.h"

#include <gmock/gmock.h>

#include "hw/gpu/sm/sm.h"
#include "tests/support/gpu_bench.h"
#include "tests/support/sm_programs.h"

namespace gf::test::load_store_unit_test {
namespace {

using hw::gpu::LineOp;
using model::WarpInstruction;
using model::WarpProgram;
using namespace sm_programs;  // NOLINT: what these tests share

TEST(Sm, LoadsAskForTheSectorsOnly) {
  GpuBench bench;
  bench.cycles_of({load(0x1020, 1), load(0x1000, 1), load(0x1000)});
  ASSERT_EQ(bench.memory.taken.size(), 3u);
  const auto& last = bench.memory.taken.back().request;
  EXPECT_EQ(last.address, 0x1000u);
  EXPECT_EQ(last.sectors, 0xcu) << "the two that are not there";
  EXPECT_EQ(last.bytes, 64u);
  EXPECT_EQ(last.op, LineOp::kRead);
  EXPECT_EQ(bench.lsu().l1_misses.value(), 3u);
  EXPECT_EQ(bench.lsu().sectors.value(), 4u);
}

TEST(Sm, StoresAllocateNothingAndGoThrough) {
  GpuBench bench;
  WarpInstruction part = store(0x1000);
  part.lanes = 0x7;
  bench.cycles_of({part, WarpInstruction::fence(model::MemoryScope::kGpu), load(0x1000),
                   store(0x1000), load(0x1000)});
  ASSERT_EQ(bench.memory.taken.size(), 3u);
  const auto& first = bench.memory.taken[0].request;
  EXPECT_EQ(first.op, LineOp::kWrite);
  EXPECT_EQ(first.bytes, 12u);
  EXPECT_FALSE(first.whole);
  EXPECT_TRUE(bench.memory.taken[2].request.whole);
  EXPECT_EQ(bench.lsu().l1_misses.value(), 1u);
  EXPECT_EQ(bench.lsu().l1_hits.value(), 1u) << "the line stays when it is written";
}

TEST(Sm, WarpsMergeIntoAReadOnItsWay) {
  GpuBench bench;
  bench.run({make_kernel(std::vector{load(0x1000)}, 1, 8)});
  EXPECT_EQ(bench.memory.requests, 1u);
  EXPECT_EQ(bench.lsu().l1_misses.value(), 1u);
  EXPECT_EQ(bench.lsu().l1_merged.value(), 7u);
}

TEST(Sm, AFullMergeListHoldsUpTheQueue) {
  GpuBenchOptions options;
  options.sm.mshr_merges = 4;
  GpuBench bench(options);
  bench.run({make_kernel(std::vector{load(0x1000)}, 1, 8)});
  EXPECT_EQ(bench.memory.requests, 1u);
  EXPECT_EQ(bench.lsu().l1_merged.value(), 3u);
  EXPECT_EQ(bench.lsu().l1_hits.value(), 4u);
  EXPECT_EQ(bench.lsu().wait_mshrs.value(), 100u - 4u) << "from the fifth look-up to the answer";
}

/// Most requests outstanding, from when they were taken: the memory answers after 100 cycles.
std::size_t most_outstanding(const GpuBench& bench) {
  std::size_t most = 0;
  const auto& taken = bench.memory.taken;
  for (std::size_t last = 0, first = 0; last < taken.size(); ++last) {
    while (taken[first].at + 100 <= taken[last].at) ++first;
    most = std::max(most, last - first + 1);
  }
  return most;
}

TEST(Sm, ReadsOutstandingAreBounded) {
  GpuBenchOptions options;
  options.sm.mshrs = 6;
  GpuBench bench(options);
  const auto program = [](unsigned, unsigned warp, WarpProgram& p) {
    for (unsigned n = 0; n < 4; ++n) p.code.push_back(load(0x1000 + (n * 16 + warp) * 128));
  };
  bench.run({make_kernel(program, 1, 16)});
  EXPECT_EQ(bench.memory.requests, 64u);
  EXPECT_EQ(most_outstanding(bench), 6u);
  EXPECT_GT(bench.lsu().wait_mshrs.value(), 0u);
}

TEST(Sm, StoresOutstandingAreBounded) {
  GpuBenchOptions options;
  options.sm.stores = 5;
  options.sm.lsu_queue = 2;
  GpuBench bench(options);
  std::vector<WarpInstruction> code;
  for (unsigned n = 0; n < 40; ++n) code.push_back(store(0x1000 + n * 128));
  bench.run({make_kernel(code, 1, 2)});
  EXPECT_EQ(bench.memory.requests, 80u);
  EXPECT_EQ(most_outstanding(bench), 5u);
  EXPECT_GT(bench.lsu().wait_stores.value(), 0u);
  EXPECT_GT(bench.stats().stall_lsu_full.value(), 0u);
}

TEST(Sm, WaitsForRoomBelowAndLosesNothing) {
  GpuBenchOptions options;
  options.memory.depth = 3;
  options.memory.interval = 7;
  GpuBench bench(options);
  const auto program = [](unsigned cta, unsigned warp, WarpProgram& p) {
    p.code = {load(0x100000 * (cta + 1) + warp * 128), store(0x200 + warp * 128)};
  };
  bench.run({make_kernel(program, 4, 8)});
  EXPECT_EQ(bench.memory.requests, 64u);
  EXPECT_GT(bench.memory.refusals, 0u);
  EXPECT_LE(bench.memory.refusals, 64u) << "asked again when there is room, not before";
  EXPECT_GT(bench.lsu().wait_memory.value(), 0u);
  EXPECT_EQ(bench.lsu().reads.value(), 32u);
  EXPECT_EQ(bench.lsu().writes.value(), 32u);
}

TEST(Sm, ABlockedQueueIsNotLookedAt) {
  GpuBenchOptions options;
  options.sm.mshrs = 1;
  options.memory.latency = 1000;
  GpuBench bench(options);
  const auto program = [](unsigned, unsigned warp, WarpProgram& p) {
    p.code = {load(0x1000 * (warp + 1))};
  };
  bench.run({make_kernel(program, 1, 4)});
  EXPECT_LT(bench.clock.calls(), 20u);
}

TEST(Sm, LinesAreRequestedOnceWhileTheyFit) {
  GpuBenchOptions options;
  options.sm.l1_bytes = core::kibibytes(16);  // 128 lines
  GpuBench bench(options);
  std::vector<WarpInstruction> code;
  for (unsigned n = 0; n < 256; ++n) code.push_back(load(0x10000 + (n % 128) * 128));
  bench.cycles_of(code);
  EXPECT_EQ(bench.memory.requests, 128u);
  code.clear();
  for (unsigned n = 0; n < 258; ++n) code.push_back(load(0x10000 + (n % 129) * 128));
  bench.memory.requests = 0;
  bench.cycles_of(code);
  EXPECT_GT(bench.memory.requests, 129u) << "five lines on four ways";
}

}  // namespace
}  // namespace gf::test::load_store_unit_test
