// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/sm/sm.h"

#include <array>

#include "tests/support/gpu_bench.h"
#include "tests/support/matchers.h"
#include "tests/support/run.h"
#include "tests/support/sm_programs.h"

namespace gf::test::sm_test {
namespace {

using model::WarpInstruction;
using model::WarpProgram;
using namespace sm_programs;  // NOLINT: what these tests share

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

TEST(Sm, ASleepingSmIsNotCalled) {
  GpuBenchOptions options;
  options.memory.latency = 900;
  GpuBench bench(options);
  bench.cycles_of({load(0x1000), WarpInstruction::compute(10'000)});
  // SM: the CTA comes, look-up, data, end. Dispatcher: start, CTA left and done.
  EXPECT_EQ(bench.clock.calls(), 6u);
}

TEST(Sm, TheL1IsEmptyWhenAKernelStarts) {
  GpuBench bench;
  const std::vector<WarpInstruction> code = {load(0x1000), load(0x1000)};
  bench.run({make_kernel(code), make_kernel(code)});
  EXPECT_EQ(bench.lsu().l1_misses.value(), 2u);
  EXPECT_EQ(bench.lsu().l1_hits.value(), 2u);
}

TEST(Sm, SaysWhatItWaitsFor) {
  GpuBenchOptions options;
  options.memory.latency = 500;
  GpuBench bench(options);
  bench.launch({make_kernel(std::vector{store(0x1000), load(0x2000)})});
  run_through(5200 * options.period.value());
  std::string text;
  for (const core::Wait& wait : core::pending_waits())
    text += wait.waiter + ": " + wait.resource + " <- " + wait.holder + "\n";
  EXPECT_THAT(text, HasSubstr("sm_0: 1 warps: data (1 reads outstanding) <- memory"));
  EXPECT_THAT(text, HasSubstr("sm_0: 0 warps at fences: stores visible (1 outstanding) <- memory"));
  EXPECT_THAT(text, HasSubstr("dispatcher: kernel 0 \"test\": 0 CTAs to hand out, 1 to be done"));
  EXPECT_THAT(text, HasSubstr("<- sm_0"));
}

}  // namespace
}  // namespace gf::test::sm_test
