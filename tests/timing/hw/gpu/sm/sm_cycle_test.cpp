// SPDX-License-Identifier: Apache-2.0
// Holds: hw/gpu/sm/release_if.h hw/gpu/memory_port_if.h tlm_models/gpu/warp_instruction.h
// Cycles of small kernels: the sum of the documented parts.
#include <gtest/gtest.h>

#include "tests/support/gpu_bench.h"

namespace gf::test::sm_cycle_test {
namespace {

using hw::gpu::KernelResult;
using model::WarpInstruction;
using model::WarpOp;

/// From a kernel's start to the first issue, and from its end to the dispatcher's knowledge.
constexpr core::Cycle kAround = 2;

WarpInstruction load(std::uint64_t address, unsigned lane_bytes = 4) {
  return WarpInstruction::access(WarpOp::kLoad, address, lane_bytes);
}
WarpInstruction store(std::uint64_t address) {
  return WarpInstruction::access(WarpOp::kStore, address);
}
const WarpInstruction kGpuFence = WarpInstruction::fence(model::MemoryScope::kGpu);

struct Clocking {
  unsigned hit;
  unsigned latency;
  double nanoseconds;
};

void PrintTo(const Clocking& c, std::ostream* out) {
  *out << "hit " << c.hit << ", memory " << c.latency << ", clock " << c.nanoseconds << " ns";
}

class SmTiming : public testing::TestWithParam<Clocking> {
 protected:
  static GpuBenchOptions options() {
    GpuBenchOptions options;
    options.sm.hit_latency = GetParam().hit;
    options.memory.latency = GetParam().latency;
    options.period = sc_core::sc_time(GetParam().nanoseconds, sc_core::SC_NS);
    return options;
  }
  /// Look-up, memory.
  static core::Cycle miss() { return 1 + GetParam().latency; }
  static core::Cycle hit() { return GetParam().hit; }
};

TEST_P(SmTiming, ALoadIsThereWithItsLaterLineHitOrMiss) {
  // Its first line is in the L1, its second one is not, and may come first.
  GpuBench bench(options());
  const core::Cycle cycles = bench.cycles_of({load(0x1000), load(0x1000, 8)});
  EXPECT_EQ(cycles, kAround + miss() + std::max(hit(), 1 + miss()));
}

TEST_P(SmTiming, ComputeTakesItsCycles) {
  GpuBench bench(options());
  EXPECT_EQ(bench.cycles_of({WarpInstruction::compute(1)}), kAround + 1);
  EXPECT_EQ(bench.cycles_of({WarpInstruction::compute(70), WarpInstruction::compute(3)}),
            kAround + 73);
}

/// A kernel of one CTA with this code in each of its warps.
model::Kernel warps_of(unsigned warps, const std::vector<WarpInstruction>& code) {
  return make_kernel([code](unsigned, unsigned, model::WarpProgram& p) { p.code = code; }, 1,
                     warps);
}

TEST_P(SmTiming, ArithmeticOfASchedulersWarpsSharesItsIssueSlots) {
  GpuBenchOptions one = options();
  one.sm.schedulers = 1;
  GpuBench bench(one);
  const auto cycles = [&](unsigned warps, unsigned interval) {
    return bench.run({warps_of(warps, {WarpInstruction::arithmetic(120, interval)})})
        .back()
        .cycles();
  };
  EXPECT_EQ(cycles(1, 1), kAround + 120);
  EXPECT_EQ(cycles(1, 4), kAround + 120);
  EXPECT_EQ(cycles(4, 4), kAround + 3 + 120);  // issued one a cycle
  EXPECT_NEAR(static_cast<double>(cycles(2, 1)), kAround + 240, 2);
  EXPECT_NEAR(static_cast<double>(cycles(8, 4)), kAround + 240, 9);  // 8 cycles to issue them
}

TEST_P(SmTiming, AnSmThatComputesSleeps) {
  GpuBench bench(options());
  const auto before = bench.clock.calls();
  EXPECT_EQ(bench.cycles_of({WarpInstruction::arithmetic(50'000, 1)}), kAround + 50'000);
  EXPECT_LT(bench.clock.calls() - before, 20u);
}

TEST_P(SmTiming, SchedulersShareNothing) {
  GpuBench bench(options());
  const unsigned schedulers = options().sm.schedulers;
  EXPECT_EQ(
      bench.run({warps_of(schedulers, {WarpInstruction::arithmetic(120, 1)})}).back().cycles(),
      kAround + 120);
}

TEST_P(SmTiming, WhatIsIssuedTakesASlotOfArithmetic) {
  GpuBenchOptions one = options();
  one.sm.schedulers = 1;
  GpuBench bench(one);
  for (const unsigned interval : {1u, 4u}) {
    const auto program = [&](unsigned, unsigned warp, model::WarpProgram& p) {
      p.code.assign(20, WarpInstruction::compute(1));
      if (warp == 0) p.code = {WarpInstruction::arithmetic(120, interval)};
    };
    EXPECT_EQ(bench.run({make_kernel(program, 1, 2)}).back().cycles(),
              kAround + 120 + (interval == 1 ? 20 : 0));
  }
}

TEST_P(SmTiming, AnEmptyProgramEndsAtOnce) {
  GpuBench bench(options());
  EXPECT_EQ(bench.cycles_of({}), kAround);
}

TEST_P(SmTiming, ALoneLoadMissesThenHits) {
  GpuBench bench(options());
  EXPECT_EQ(bench.cycles_of({load(0x1000)}), kAround + miss());
  EXPECT_EQ(bench.cycles_of({load(0x1000), load(0x1000)}), kAround + miss() + hit());
}

TEST_P(SmTiming, ALoadThatDoesNotWaitLetsItsWarpComputeUntilItIsAwaited) {
  GpuBench bench(options());
  WarpInstruction ahead = load(0x1000);
  ahead.waits = false;
  const auto cycles = [&](core::Cycle between) {
    bench.sms[0]->invalidate_l1(0);
    return bench.cycles_of({ahead, WarpInstruction::compute(static_cast<std::uint32_t>(between)),
                            WarpInstruction::await(), WarpInstruction::compute(5)});
  };
  // The arithmetic begins a cycle after the load, and the await issues when it ends. The data comes
  // miss() cycles after the load.
  for (const core::Cycle between : {core::Cycle{1}, miss() - 1, miss(), miss() + 50})
    EXPECT_EQ(cycles(between), kAround + std::max(miss(), 1 + between + 1) + 5) << between;
}

TEST_P(SmTiming, AnAwaitedHitTakesAsLongAsOneThatWaits) {
  GpuBench bench(options());
  WarpInstruction ahead = load(0x1000);
  ahead.waits = false;
  EXPECT_EQ(bench.cycles_of({load(0x1000), ahead, WarpInstruction::await()}),
            kAround + miss() + std::max<core::Cycle>(hit(), 2));
}

TEST_P(SmTiming, AnAwaitWaitsForAllLoadsOfItsWarp) {
  GpuBench bench(options());
  std::vector<WarpInstruction> code;
  for (unsigned n = 0; n < 4; ++n) {
    code.push_back(load(0x1000 + 0x1000 * n));
    code.back().waits = false;
  }
  code.push_back(WarpInstruction::await());
  EXPECT_EQ(bench.cycles_of(code), kAround + std::max<core::Cycle>(3 + miss(), 5));
}

TEST_P(SmTiming, EachFurtherLineIsACycleLater) {
  GpuBench bench(options());
  EXPECT_EQ(bench.cycles_of({load(0x1000, 16)}), kAround + miss() + 3);
  EXPECT_EQ(bench.cycles_of({load(0x1000, 16), load(0x1000, 16)}),
            kAround + miss() + 3 + hit() + 3);
}

TEST_P(SmTiming, AStoreDoesNotBlockButItsKernelWaitsForIt) {
  GpuBench bench(options());
  const core::Cycle longer = GetParam().latency + 50;
  EXPECT_EQ(bench.cycles_of(
                {store(0x1000), WarpInstruction::compute(static_cast<std::uint32_t>(longer))}),
            kAround + 1 + longer);
  EXPECT_EQ(bench.cycles_of({store(0x1000)}), kAround + miss());
}

TEST_P(SmTiming, AFenceWaitsForTheStoresBeforeIt) {
  GpuBench bench(options());
  EXPECT_EQ(bench.cycles_of({kGpuFence, WarpInstruction::compute(5)}), kAround + 1 + 5);
  EXPECT_EQ(bench.cycles_of({store(0x1000), store(0x2000), kGpuFence, WarpInstruction::compute(5)}),
            kAround + 1 + miss() + 5);
  EXPECT_EQ(bench.cycles_of({store(0x1000), WarpInstruction::fence(model::MemoryScope::kSystem),
                             WarpInstruction::compute(5)}),
            kAround + miss() + 5);
}

/// Lets warps go a fixed time after they asked.
class Releasing final : public hw::gpu::ReleaseIf {
 public:
  static constexpr core::Cycle kTakes = 300;
  void release(hw::gpu::Sm& sm, unsigned warp, core::Cycle now) override {
    asked.push_back(now);
    sm.released(warp, now + kTakes);
  }
  std::vector<core::Cycle> asked;
};

TEST_P(SmTiming, AFenceOfSystemScopeWaitsForTheReleaseToo) {
  GpuBench bench(options());
  Releasing releasing;
  bench.sms[0]->release_by(releasing, "releasing");
  const WarpInstruction fence = WarpInstruction::fence(model::MemoryScope::kSystem);
  const WarpInstruction after = WarpInstruction::compute(5);
  EXPECT_EQ(bench.cycles_of({fence, after}), kAround + Releasing::kTakes + 5);
  EXPECT_EQ(bench.cycles_of({store(0x1000), fence, after}),
            kAround + miss() + Releasing::kTakes + 5);
  EXPECT_EQ(releasing.asked.size(), 2u);
  EXPECT_EQ(bench.cycles_of({store(0x1000), kGpuFence, after}), kAround + miss() + 5)
      << "of the GPU: nobody is asked";
}

TEST_P(SmTiming, AnAtomicBlocksIfItReturns) {
  GpuBench bench(options());
  WarpInstruction atomic = WarpInstruction::access(WarpOp::kAtomic, 0x1000);
  EXPECT_EQ(bench.cycles_of({atomic, WarpInstruction::compute(2000)}), kAround + miss() + 2000);
  atomic.returns = false;
  EXPECT_EQ(bench.cycles_of({atomic, WarpInstruction::compute(2000)}), kAround + 1 + 2000);
  EXPECT_EQ(bench.cycles_of({atomic, kGpuFence, WarpInstruction::compute(2000)}),
            kAround + miss() + 2000);
}

TEST_P(SmTiming, ABarrierReleasesAllTheCycleAfterTheLast) {
  GpuBench bench(options());
  const auto program = [](unsigned, unsigned warp, model::WarpProgram& p) {
    p.code = {WarpInstruction::compute(10 + 5 * warp), WarpInstruction::barrier(),
              WarpInstruction::compute(7)};
  };
  EXPECT_EQ(bench.run({make_kernel(program, 1, 3)}).back().cycles(), kAround + 20 + 1 + 7);
}

TEST_P(SmTiming, AWarpThatEndsCountsAsArrived) {
  GpuBench bench(options());
  const auto program = [](unsigned, unsigned warp, model::WarpProgram& p) {
    p.code = {WarpInstruction::compute(warp == 0 ? 10 : 30)};
    if (warp == 0)
      p.code.insert(p.code.end(), {WarpInstruction::barrier(), WarpInstruction::compute(7)});
  };
  EXPECT_EQ(bench.run({make_kernel(program, 1, 2)}).back().cycles(), kAround + 30 + 1 + 7);
}

TEST_P(SmTiming, KernelsOfAStreamStartALaunchLatencyApart) {
  GpuBenchOptions with = options();
  with.dispatch.launch_latency = 2345;
  GpuBench bench(with);
  const std::vector<WarpInstruction> code = {WarpInstruction::compute(10)};
  const auto& results = bench.run({make_kernel(code), make_kernel(code)});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[0].launched, 0u);
  EXPECT_EQ(results[0].started, 2345u);
  EXPECT_EQ(results[0].ended, 2345u + kAround + 10);
  EXPECT_EQ(results[1].launched, results[0].ended);
  EXPECT_EQ(results[1].started, results[0].ended + 2345);
}

TEST_P(SmTiming, TheTimeIsTheClocks) {
  GpuBench bench(options());
  const KernelResult result =
      bench.run({make_kernel(std::vector{WarpInstruction::compute(10)})})[0];
  EXPECT_EQ(core::now_ticks(), result.ended * options().period.value());
}

INSTANTIATE_TEST_SUITE_P(Clockings, SmTiming,
                         testing::Values(Clocking{28, 100, 1.0}, Clocking{5, 1001, 0.75},
                                         Clocking{1, 1, 2.0}, Clocking{68, 20, 1.0}));

// Issue: a scheduler one instruction a cycle.

core::Cycle cycles_of_warps(unsigned warps, unsigned instructions) {
  GpuBench bench;
  const std::vector<WarpInstruction> code(instructions, WarpInstruction::compute(1));
  return bench.run({make_kernel(code, 1, warps)}).back().cycles();
}

TEST(SmIssue, OneWarpOneInstructionACycle) { EXPECT_EQ(cycles_of_warps(1, 1000), kAround + 1000); }
TEST(SmIssue, FourSchedulersFourInstructionsACycle) {
  EXPECT_EQ(cycles_of_warps(4, 1000), kAround + 1000);
}
TEST(SmIssue, AFifthWarpSharesAScheduler) { EXPECT_EQ(cycles_of_warps(5, 1000), kAround + 2000); }
TEST(SmIssue, SixtyFourWarps) { EXPECT_EQ(cycles_of_warps(64, 1000), kAround + 16'000); }

/// 64 warps with 100 loads each, all of one line that is soon there.
core::Cycle cycles_of_hits(unsigned lsu_lines) {
  GpuBenchOptions options;
  options.sm.lsu_lines = lsu_lines;
  options.memory.latency = 10;
  GpuBench bench(options);
  const std::vector<WarpInstruction> code(100, load(0x1000));
  return bench.run({make_kernel(code, 1, 64)}).back().cycles();
}

TEST(SmIssue, TheL1LooksUpALineACycle) {
  const core::Cycle cycles = cycles_of_hits(1);
  EXPECT_GE(cycles, 6400u);
  EXPECT_LE(cycles, 6400u + 130);
}

TEST(SmIssue, OrTwoLinesACycle) {
  const core::Cycle cycles = cycles_of_hits(2);
  EXPECT_GE(cycles, 3200u);
  EXPECT_LE(cycles, 3200u + 130);
}

}  // namespace
}  // namespace gf::test::sm_cycle_test
