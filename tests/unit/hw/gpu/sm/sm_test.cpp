// SPDX-License-Identifier: Apache-2.0
// Holds: hw/gpu/sm/cta_table.h hw/gpu/sm/sm_cycle.cpp hw/gpu/sm/load_store_unit.h
// Holds: hw/gpu/sm/cta_slot_client.h
#include "hw/gpu/sm/sm.h"

#include <array>
#include <gmock/gmock.h>

#include "tests/support/gpu_bench.h"
#include "tests/support/run.h"

namespace gf::test::sm_test {
namespace {

using hw::gpu::LineOp;
using model::WarpInstruction;
using model::WarpOp;
using model::WarpProgram;
using testing::ElementsAre;
using testing::HasSubstr;

WarpInstruction load(std::uint64_t address, unsigned lane_bytes = 4) {
  return WarpInstruction::access(WarpOp::kLoad, address, lane_bytes);
}
WarpInstruction store(std::uint64_t address) {
  return WarpInstruction::access(WarpOp::kStore, address);
}

std::vector<std::uint64_t> addresses(const GpuBench& bench) {
  std::vector<std::uint64_t> result;
  for (const TestMemory::Taken& taken : bench.memory.taken) result.push_back(taken.request.address);
  return result;
}

/// Two warps of one scheduler store twice each, with `gap` cycles between.
std::vector<std::uint64_t> order_of_stores(unsigned gap) {
  GpuBenchOptions options;
  options.sm.schedulers = 1;
  GpuBench bench(options);
  const auto program = [=](unsigned, unsigned warp, WarpProgram& p) {
    const std::uint64_t base = 0x1000 * (warp + 1);
    p.code = {store(base), WarpInstruction::compute(gap), store(base + 128)};
  };
  bench.run({make_kernel(program, 1, 3)});
  return addresses(bench);
}

TEST(SmOrder, GreedyGoesOnWithTheSameWarp) {
  EXPECT_THAT(order_of_stores(1), ElementsAre(0x1000, 0x1080, 0x2000, 0x2080, 0x3000, 0x3080));
}

TEST(SmOrder, ThenTheOldest) {
  // Cycle 0, 1, 2: stores of warps 0 (computes in 1 ... 2), 1 and 2; then the oldest first again.
  EXPECT_THAT(order_of_stores(9), ElementsAre(0x1000, 0x2000, 0x3000, 0x1080, 0x2080, 0x3080));
}

TEST(SmOrder, OldestIsByArrivalNotByPlace) {
  // CTA 3 comes in the place of CTA 0, before that of CTA 1, and is ready in the same cycle as that
  // one: 102 after the kernel's start. CTA 2 was the last to issue before, and computes.
  GpuBenchOptions options;
  options.sm.schedulers = 1;
  options.sm.ctas = 3;
  GpuBench bench(options);
  const auto program = [](unsigned cta, unsigned, WarpProgram& p) {
    const std::array<unsigned, 4> first = {50, 100, 98, 49};
    p.code = {WarpInstruction::compute(first.at(cta))};
    if (cta == 2) p.code.push_back(WarpInstruction::compute(1000));
    if (cta % 2 == 1) p.code.push_back(store(0x1000 * cta));
  };
  const core::Cycle start = bench.run({make_kernel(program, 4)}).back().started;
  ASSERT_EQ(bench.memory.taken.size(), 2u);
  EXPECT_EQ(bench.memory.taken[0].at, start + 102 + 1);
  EXPECT_EQ(bench.memory.taken[1].at, start + 103 + 1);
  EXPECT_THAT(addresses(bench), ElementsAre(0x1000, 0x3000));
}

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

TEST(Sm, ASleepingSmIsNotCalled) {
  GpuBenchOptions options;
  options.memory.latency = 900;
  GpuBench bench(options);
  bench.cycles_of({load(0x1000), WarpInstruction::compute(10'000)});
  // SM: the CTA comes, look-up, data, end. Dispatcher: start, CTA left and done.
  EXPECT_EQ(bench.clock.calls(), 6u);
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

TEST(Sm, TheL1IsEmptyWhenAKernelStarts) {
  GpuBench bench;
  const std::vector<WarpInstruction> code = {load(0x1000), load(0x1000)};
  bench.run({make_kernel(code), make_kernel(code)});
  EXPECT_EQ(bench.lsu().l1_misses.value(), 2u);
  EXPECT_EQ(bench.lsu().l1_hits.value(), 2u);
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

TEST(Sm, SaysWhatItWaitsFor) {
  GpuBenchOptions options;
  options.memory.latency = 500;
  GpuBench bench(options);
  bench.launch({make_kernel(std::vector{store(0x1000), load(0x2000)})});
  run_through(5200 * options.period.value());
  std::string text;
  for (const core::Wait& wait : core::pending_waits())
    text += wait.who + ": " + wait.what + " <- " + wait.whom + "\n";
  EXPECT_THAT(text, HasSubstr("sm_0: 1 warps: data (1 reads outstanding) <- memory"));
  EXPECT_THAT(text, HasSubstr("sm_0: 0 warps at fences: stores visible (1 outstanding) <- memory"));
  EXPECT_THAT(text, HasSubstr("dispatcher: kernel 0 \"test\": 0 CTAs to hand out, 1 to be done"));
  EXPECT_THAT(text, HasSubstr("<- sm_0"));
}

}  // namespace
}  // namespace gf::test::sm_test
