// SPDX-License-Identifier: Apache-2.0
// Holds: hw/gpu/sm/sm_stats.h hw/gpu/sm/sm_cycle.cpp hw/gpu/sm/load_store_unit.h
// Where the cycles of an SM go, and that nothing is lost on the way.
#include "core/base/random.h"
#include "tests/support/gpu_bench.h"
#include "tests/support/matchers.h"

namespace gf::test::sm_stalls_test {
namespace {

using hw::gpu::LsuStats;
using hw::gpu::SmStats;
using model::WarpInstruction;
using model::WarpOp;
using model::WarpProgram;

WarpInstruction load(std::uint64_t address) {
  return WarpInstruction::access(WarpOp::kLoad, address);
}
WarpInstruction store(std::uint64_t address) {
  return WarpInstruction::access(WarpOp::kStore, address);
}

std::uint64_t stalls(const SmStats& s) {
  return s.stall_lsu_full.value() + s.stall_memory.value() + s.stall_fence.value() +
         s.stall_barrier.value() + s.stall_compute.value() + s.stall_no_warp.value();
}

TEST(SmStalls, HaveTheirCause) {
  GpuBenchOptions options;
  options.sm.schedulers = 1;
  GpuBench bench(options);
  bench.cycles_of({load(0x1000), store(0x2000), WarpInstruction::fence(model::MemoryScope::kGpu),
                   WarpInstruction::compute(40)});
  const SmStats& s = bench.stats();
  EXPECT_EQ(s.warp_instructions.value(), 4u);
  EXPECT_EQ(s.active_cycles.value(), 101u + 101u + 40u);
  EXPECT_EQ(s.stall_memory.value(), 100u);
  EXPECT_EQ(s.stall_fence.value(), 99u);
  EXPECT_EQ(s.stall_compute.value(), 39u);
  EXPECT_EQ(s.stall_barrier.value() + s.stall_lsu_full.value() + s.stall_no_warp.value(), 0u);
}

TEST(SmStalls, BarrierAndNoWarp) {
  GpuBenchOptions options;
  options.sm.schedulers = 3;
  GpuBench bench(options);
  const auto program = [](unsigned, unsigned warp, WarpProgram& p) {
    p.code = {WarpInstruction::compute(warp == 0 ? 1 : 50), WarpInstruction::barrier()};
  };
  bench.run({make_kernel(program, 1, 2)});
  const SmStats& s = bench.stats();
  EXPECT_EQ(s.active_cycles.value(), 51u);
  EXPECT_EQ(s.stall_barrier.value(), 49u);
  EXPECT_EQ(s.stall_compute.value(), 49u);
  EXPECT_EQ(s.stall_no_warp.value(), 51u);
}

/// Random programs, the same barriers in all warps of a CTA.
void random_program(unsigned cta, unsigned warp, WarpProgram& program) {
  core::RandomStream random(cta * 64ull + warp, "program");
  for (unsigned n = 0; n < 60; ++n) {
    if (n % 20 == 19) {
      program.code.push_back(WarpInstruction::barrier());
      continue;
    }
    const std::uint64_t address = random.below(1u << 20) * 4;
    WarpInstruction instruction = load(address);
    switch (random.below(6)) {
      case 0:
        instruction = WarpInstruction::compute(1 + static_cast<unsigned>(random.below(90)));
        instruction.interval = static_cast<std::uint32_t>(random.below(4));  // 0: takes no slots
        if (random.below(8) == 0) instruction.cycles += 2000;
        break;
      case 1:
        instruction = store(address);
        break;
      case 2:
        instruction.op = WarpOp::kAtomic;
        instruction.returns = random.below(2) == 0;
        break;
      case 3:
        instruction = WarpInstruction::fence(model::MemoryScope::kGpu);
        break;
      case 4:
        instruction.lane_stride = static_cast<int>(random.below(300));
        break;
      default:
        break;
    }
    program.code.push_back(instruction);
  }
}

/// Every SM is idle, its scheduler cycles add up, and what it asked for has come.
void expect_conserved(const GpuBench& bench, unsigned schedulers, std::uint64_t instructions) {
  std::uint64_t issued = 0;
  std::uint64_t requests = 0;
  for (unsigned n = 0; n < bench.sms.size(); ++n) {
    const SmStats& s = bench.stats(n);
    const LsuStats& lsu = bench.lsu(n);
    EXPECT_EQ(s.warp_instructions.value() + stalls(s), schedulers * s.active_cycles.value());
    EXPECT_TRUE(bench.sms[n]->idle());
    issued += s.warp_instructions.value();
    requests += lsu.reads.value() + lsu.writes.value() + lsu.atomics.value();
  }
  EXPECT_TRUE(bench.dispatcher->finished());
  EXPECT_EQ(issued, instructions);
  EXPECT_EQ(requests, bench.memory.requests);
  EXPECT_THAT(core::pending_waits(), IsEmpty());
}

/// Everything is scarce.
GpuBenchOptions narrow() {
  GpuBenchOptions options;
  options.sms = 2;
  options.sm.mshrs = 20;
  options.sm.stores = 10;
  options.sm.l1_bytes = core::kibibytes(16);
  options.memory.depth = 25;
  options.memory.interval = 2;
  return options;
}

TEST(SmRandom, ProgramsEndAndEverythingIsCounted) {
  GpuBench bench(narrow());
  bench.run({make_kernel(random_program, 60, 5)});
  expect_conserved(bench, 4, 60u * 5 * 60);
}

TEST(SmRandom, AlsoOnTwoGpusWithKernelsSideBySide) {
  GpuBenchOptions options = narrow();
  options.gpus = 2;
  options.sm.schedulers = 3;
  options.sm.mshr_merges = 1;
  options.dispatch.launch_latency = 1;  // L1s are invalidated while reads are on their way
  GpuBench bench(options);
  std::vector<model::Kernel> kernels;
  for (unsigned n = 0; n < 12; ++n) {
    kernels.push_back(make_kernel(random_program, 5 + n, 1 + n));
    kernels.back().stream = n % 4;
    kernels.back().split = n % 3 != 0;
    kernels.back().gpu = n % 2;
  }
  std::uint64_t warps = 0;
  for (const model::Kernel& kernel : kernels) warps += kernel.ctas * kernel.warps_per_cta;
  bench.run(kernels);
  expect_conserved(bench, 3, warps * 60);
  EXPECT_EQ(bench.dispatcher->results().size(), 12u);
}

}  // namespace
}  // namespace gf::test::sm_stalls_test
