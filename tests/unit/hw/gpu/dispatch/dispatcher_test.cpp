// SPDX-License-Identifier: Apache-2.0
// Holds: hw/gpu/dispatch/dispatcher_cycle.cpp hw/gpu/dispatch/kernel_run.h
#include "hw/gpu/dispatch/dispatcher.h"

#include "core/system/scratch_directory.h"
#include "core/trace/probe.h"
#include "core/trace/timeline_file.h"
#include "tests/support/captured.h"
#include "tests/support/errors.h"
#include "tests/support/gpu_bench.h"
#include "tests/support/heard_probe.h"
#include "tests/support/matchers.h"

namespace gf::test::dispatcher_test {
namespace {

using hw::gpu::block_of;
using model::WarpInstruction;
using model::WarpOp;
using model::WarpProgram;

std::vector<WarpInstruction> compute(unsigned cycles) { return {WarpInstruction::compute(cycles)}; }

TEST(CtaBlocks, AreContiguousAndCoverTheKernel) {
  for (const unsigned ctas : {1u, 3u, 16u, 17u, 699'051u}) {
    for (const unsigned gpus : {1u, 3u, 4u, 16u}) {
      const model::Kernel kernel = make_kernel(compute(1), ctas);
      std::uint32_t at = 0;
      for (unsigned g = 0; g < gpus; ++g) {
        const hw::gpu::CtaBlock block = block_of(kernel, g, gpus);
        EXPECT_EQ(block.next, at);
        EXPECT_LE(block.end - block.next, ctas / gpus + 1);
        at = block.end;
      }
      EXPECT_EQ(at, ctas);
    }
  }
}

TEST(CtaBlocks, OfAKernelThatIsNotSplit) {
  model::Kernel kernel = make_kernel(compute(1), 10);
  kernel.split = false;
  kernel.gpu = 2;
  EXPECT_TRUE(block_of(kernel, 0, 4).empty());
  EXPECT_EQ(block_of(kernel, 2, 4).end, 10u);
}

/// Each CTA stores to a line of its own, so that the memory sees where it ran.
model::Kernel storing_kernel(unsigned ctas) {
  return make_kernel(
      [](unsigned cta, unsigned, WarpProgram& p) {
        p.code = {WarpInstruction::compute(200),
                  WarpInstruction::access(WarpOp::kStore, std::uint64_t{cta} * 128)};
      },
      ctas);
}

/// SM of each CTA of storing_kernel().
std::vector<unsigned> places(const GpuBench& bench, unsigned ctas) {
  std::vector<unsigned> sm(ctas, ~0u);
  for (const TestMemory::Taken& taken : bench.memory.taken)
    sm.at(taken.request.address / 128) = taken.request.sm;
  return sm;
}

TEST(Dispatcher, SplitsByBlocksAndGoesRound) {
  GpuBenchOptions options;
  options.gpus = 2;
  options.sms = 3;
  GpuBench bench(options);
  bench.run({storing_kernel(8)});
  EXPECT_THAT(places(bench, 8), ElementsAre(0, 1, 2, 0, 3, 4, 5, 3));
}

TEST(Dispatcher, AKernelOfOneGpuStaysThere) {
  GpuBenchOptions options;
  options.gpus = 2;
  options.sms = 2;
  GpuBench bench(options);
  model::Kernel kernel = storing_kernel(4);
  kernel.split = false;
  kernel.gpu = 1;
  bench.run({kernel});
  EXPECT_THAT(places(bench, 4), ElementsAre(2, 3, 2, 3));
}

/// Cycles of 12 CTAs of `warps` warps that compute 1000 cycles, on one SM.
core::Cycle cycles_of(const hw::gpu::SmParams& sm, unsigned warps, unsigned ctas_per_sm = 32) {
  GpuBenchOptions options;
  options.sm = sm;
  GpuBench bench(options);
  model::Kernel kernel = make_kernel(compute(1000), 12, warps);
  kernel.ctas_per_sm = ctas_per_sm;
  return bench.run({kernel}).back().cycles();
}

/// In rounds of 1000 cycles, and a few to hand out.
unsigned rounds(core::Cycle cycles) { return static_cast<unsigned>((cycles + 900) / 1000); }

TEST(DispatcherRoom, AllAtOnce) { EXPECT_EQ(rounds(cycles_of({}, 4)), 1u); }
TEST(DispatcherRoom, Warps) { EXPECT_EQ(rounds(cycles_of({}, 16)), 3u); }
TEST(DispatcherRoom, WarpsThatDoNotFillTheSm) { EXPECT_EQ(rounds(cycles_of({}, 22)), 6u); }
TEST(DispatcherRoom, Ctas) {
  hw::gpu::SmParams sm;
  sm.ctas = 3;
  EXPECT_EQ(rounds(cycles_of(sm, 1)), 4u);
}
/// Of 12 CTAs of 4 warps on an SM with so many registers.
unsigned rounds_with(unsigned sm_registers, unsigned registers, unsigned warp_multiplicity = 1) {
  GpuBenchOptions options;
  options.sm.registers = sm_registers;
  GpuBench bench(options);
  model::Kernel kernel = make_kernel(compute(1000), 12, 4);
  kernel.registers = registers;
  kernel.warp_multiplicity = warp_multiplicity;
  return rounds(bench.run({kernel}).back().cycles());
}
TEST(DispatcherRoom, Registers) { EXPECT_EQ(rounds_with(65536, 128), 3u); }
// 33 a thread are 1056 a warp, which is given 1280: units of 256.
TEST(DispatcherRoom, RegistersInUnitsThatJustFit) { EXPECT_EQ(rounds_with(12 * 4 * 1280, 33), 1u); }
TEST(DispatcherRoom, RegistersInUnitsOfWhichOneIsMissing) {
  EXPECT_EQ(rounds_with(12 * 4 * 1280 - 1, 33), 2u);
}
// Places of 32 warps: two CTAs with 32,768 registers each, one with 40,960.
TEST(DispatcherRoom, WarpsThatStandForSeveral) { EXPECT_EQ(rounds_with(65536, 32, 8), 6u); }
TEST(DispatcherRoom, RegistersOfWarpsThatStandForSeveral) {
  EXPECT_EQ(rounds_with(65536, 40, 8), 12u);
}

TEST(DispatcherRoom, WhatAnotherKernelHasIsNotThere) {
  GpuBench bench;
  model::Kernel agent = make_kernel(compute(10000), 1, 8);
  model::Kernel kernel = make_kernel(compute(1000), 16, 8);
  kernel.stream = 1;
  // Eight CTAs of 256 threads with 32 registers fill the SM; beside the agent there are seven.
  bench.run({agent, kernel});
  EXPECT_EQ(rounds(bench.dispatcher->results().front().cycles()), 3u);
}

TEST(DispatcherRoom, CtasOfTheKernel) { EXPECT_EQ(rounds(cycles_of({}, 1, 2)), 6u); }

TEST(Dispatcher, HandsOutACtaACycleAndGpu) {
  GpuBenchOptions options;
  options.sms = 4;
  GpuBench bench(options);
  // The last of 16 comes 15 cycles after the first.
  EXPECT_EQ(bench.run({make_kernel(compute(100), 16)}).back().cycles(), 2u + 15 + 100);
}

TEST(Dispatcher, StreamsRunSideBySide) {
  GpuBench bench;
  model::Kernel other = make_kernel(compute(700));
  other.stream = 7;
  const auto& results = bench.run({make_kernel(compute(1000)), other, make_kernel(compute(5))});
  ASSERT_EQ(results.size(), 3u);
  EXPECT_EQ(results[0].index, 1u);
  EXPECT_EQ(results[0].started, 5000u);
  EXPECT_EQ(results[1].index, 0u);
  EXPECT_EQ(results[1].started, 5000u);
  EXPECT_EQ(results[2].index, 2u);
  EXPECT_EQ(results[2].started, results[1].ended + 5000);
}

TEST(Dispatcher, AKernelThatFindsNoRoomLetsAnotherGoFirst) {
  GpuBench bench;
  model::Kernel narrow = make_kernel(compute(1000), 4);
  narrow.ctas_per_sm = 1;
  model::Kernel other = make_kernel(compute(100));
  other.stream = 1;
  const auto& results = bench.run({narrow, other});
  EXPECT_EQ(results[0].index, 1u);
  EXPECT_LT(results[0].cycles(), 110u);
}

TEST(Dispatcher, AKernelEndsWhenItsLastStoreIsVisible) {
  GpuBenchOptions options;
  options.memory.latency = 777;
  GpuBench bench(options);
  const std::vector<WarpInstruction> code = {WarpInstruction::access(WarpOp::kStore, 0x1000)};
  const auto& results = bench.run({make_kernel(code), make_kernel(code)});
  EXPECT_EQ(results[0].cycles(), 2u + 1 + 777);
  EXPECT_EQ(bench.memory.taken[1].at, results[1].started + 2);
}

struct Notes final : hw::gpu::KernelClient {
  std::vector<std::string> lines;
  void kernel_started(unsigned index, const model::Kernel&, core::Cycle now) override {
    lines.push_back("start " + std::to_string(index) + " " + std::to_string(now));
  }
  void kernel_ended(unsigned index, const model::Kernel&, core::Cycle now) override {
    lines.push_back("end " + std::to_string(index) + " " + std::to_string(now));
  }
};

TEST(Dispatcher, TellsItsClients) {
  GpuBench bench;
  Notes notes;
  bench.dispatcher->add_client(notes);
  bench.run({make_kernel(compute(10)), make_kernel(compute(20))});
  EXPECT_THAT(notes.lines,
              ElementsAre("start 0 5000", "end 0 5012", "start 1 10012", "end 1 10034"));
}

TEST(Dispatcher, TimelineHasARowAStreamAndASliceAKernel) {
  const core::ScratchDirectory directory;
  core::TimelineFile file(directory / "timeline.json");
  core::Timeline timeline;
  timeline.add(file);
  GpuBench bench;
  bench.run({make_kernel(compute(10)), make_kernel(compute(20))});
  file.close();
  const std::string text = read_file(directory / "timeline.json");
  EXPECT_THAT(text, HasSubstr("stream 0"));
  EXPECT_THAT(text, HasSubstr("\"ts\":5"));
  EXPECT_THAT(text, HasSubstr("\"dur\":0.012"));
  EXPECT_THAT(text, HasSubstr("\"dur\":0.022"));
}

/// Changes of one probe, "<value>@<cycle>" at a clock of 1 ns.
/// "VALUE@NANOSECONDS " each.
std::string text_of(const HeardProbe& probe) {
  std::string text;
  for (const auto& set : probe.sets())
    text += std::to_string(set.value) + "@" + std::to_string(set.at / 1'000'000) + " ";
  return text;
}

TEST(Dispatcher, WaveformsShowKernelsAndResidentWarps) {
  GpuBench bench;
  const HeardProbe kernel("dispatcher.kernel");
  const HeardProbe kernels("dispatcher.kernels");
  const HeardProbe warps("sm_0.warps");
  model::Kernel other = make_kernel(compute(30), 1, 4);
  other.stream = 1;
  bench.run({make_kernel(compute(10), 1, 3), other});
  EXPECT_EQ(text_of(kernel), "1@5000 2@5000 2@5012 0@5033 ");
  EXPECT_EQ(text_of(kernels), "1@5000 2@5000 1@5012 0@5033 ");
  EXPECT_EQ(text_of(warps), "3@5001 7@5002 4@5011 0@5032 ");
}

TEST(Dispatcher, RunsAnotherWorkloadWhenTheLastIsFinished) {
  GpuBench bench;
  bench.run({make_kernel(compute(10))});
  ASSERT_TRUE(bench.dispatcher->finished());
  bench.run({make_kernel(compute(30))});
  ASSERT_EQ(bench.dispatcher->results().size(), 2u);
  EXPECT_EQ(bench.dispatcher->results()[1].started, 5012u + 5000);
}

TEST(Dispatcher, RefusesKernelsThatDoNotFit) {
  GpuBench bench;
  const auto refused = [&](const auto& change) {
    model::Kernel kernel = make_kernel(compute(1));
    change(kernel);
    return error_of([&] { bench.launch({make_kernel(compute(1)), kernel}); });
  };
  EXPECT_THAT(
      refused([](model::Kernel& k) { k.warps_per_cta = 65; }),
      AllOf(HasSubstr("workload.kernel_1"), HasSubstr("warps_per_cta"), HasSubstr("1 ... 64")));
  EXPECT_THAT(refused([](model::Kernel& k) { k.warps_per_cta = 0; }), HasSubstr("warps_per_cta"));
  EXPECT_THAT(refused([](model::Kernel& k) { k.ctas = 0; }), HasSubstr("ctas"));
  EXPECT_THAT(refused([](model::Kernel& k) { k.ctas_per_sm = 0; }), HasSubstr("ctas_per_sm"));
  EXPECT_THAT(refused([](model::Kernel& k) { k.warp_multiplicity = 0; }), HasSubstr("stands_for"));
  EXPECT_THAT(refused([](model::Kernel& k) { k.warp_multiplicity = 65; }), HasSubstr("1 ... 64"));
  EXPECT_THAT(refused([](model::Kernel& k) { k.registers = 256; }), HasSubstr("1 ... 255"));
  EXPECT_THAT(refused([](model::Kernel& k) {
                k.warps_per_cta = 33;
                k.registers = 64;
              }),
              AllOf(HasSubstr("registers"), HasSubstr("65536")));
  EXPECT_THAT(refused([](model::Kernel& k) { k.program = nullptr; }), HasSubstr("program"));
  EXPECT_THAT(refused([](model::Kernel& k) {
                k.split = false;
                k.gpu = 1;
              }),
              AllOf(HasSubstr("gpu"), HasSubstr("less than 1")));
  EXPECT_TRUE(bench.dispatcher->finished());
}

}  // namespace
}  // namespace gf::test::dispatcher_test
