// SPDX-License-Identifier: Apache-2.0
// Holds: hw/gpu/dispatch/dispatcher_cycle.cpp
// Holds: hw/gpu/dispatch/kernel_client.h
// Holds: hw/gpu/dispatch/kernel_run.h
// Kernels that kernels launch, and priorities.
#include <gmock/gmock.h>

#include "core/time/watchdog.h"
#include "hw/gpu/dispatch/kernel_client.h"
#include "tests/support/gpu_bench.h"

namespace gf::test::children_test {
namespace {

using hw::gpu::KernelResult;
using model::WarpInstruction;

std::vector<WarpInstruction> compute(unsigned cycles) { return {WarpInstruction::compute(cycles)}; }

/// Launches `child` when the first kernel starts.
struct Launcher final : hw::gpu::KernelClient {
  Launcher(GpuBench& bench, model::Kernel child, core::Cycle later)
      : bench(bench), child(std::move(child)), later(later) {
    bench.dispatcher->add_client(*this);
  }
  void kernel_started(unsigned index, const model::Kernel&, core::Cycle now) override {
    if (index == 0) launched = bench.dispatcher->launch(child, now + later);
  }
  void kernel_ended(unsigned, const model::Kernel&, core::Cycle) override {}
  GpuBench& bench;
  const model::Kernel child;
  const core::Cycle later;
  unsigned launched = 0;
};

const KernelResult& of_index(const GpuBench& bench, unsigned index) {
  for (const KernelResult& result : bench.dispatcher->results())
    if (result.index == index) return result;
  throw std::runtime_error("no such kernel");
}

TEST(ChildKernels, StartInTheirCycleBesideTheirParent) {
  GpuBench bench;
  Launcher launcher(bench, make_kernel(compute(50)), 200);
  bench.run({make_kernel(compute(1000)), make_kernel(compute(10))});
  EXPECT_EQ(launcher.launched, 2u);
  const KernelResult& parent = of_index(bench, 0);
  const KernelResult& child = of_index(bench, 2);
  EXPECT_EQ(child.started, parent.started + 200);
  EXPECT_EQ(child.cycles(), 52u);
  EXPECT_LT(child.ended, parent.ended);
  EXPECT_GT(of_index(bench, 1).started, parent.ended);  // the stream is as it was
  EXPECT_TRUE(bench.dispatcher->finished());
}

TEST(ChildKernels, TheWorkloadLastsUntilTheyHaveEnded) {
  GpuBench bench;
  Launcher launcher(bench, make_kernel(compute(500)), 100);
  bench.run({make_kernel(compute(10))});
  EXPECT_EQ(bench.dispatcher->results().back().index, 1u);
  EXPECT_TRUE(bench.dispatcher->finished());
}

TEST(ChildKernels, AnotherWorkloadCanFollow) {
  GpuBench bench;
  Launcher launcher(bench, make_kernel(compute(5)), 1);
  bench.run({make_kernel(compute(10))});
  bench.run({make_kernel(compute(10))});
  EXPECT_EQ(bench.dispatcher->results().size(), 4u);
}

/// Starts of four streams' kernels that compute 1000, 2000, ... cycles on a GPU; the last one may
/// be on another.
std::vector<core::Cycle> starts_of_four(GpuBench& bench, unsigned gpu_of_last = 0) {
  std::vector<model::Kernel> kernels;
  for (unsigned n = 0; n < 4; ++n) {
    kernels.push_back(make_kernel(compute(1000 * (n + 1))));
    kernels.back().stream = n;
    kernels.back().split = false;
  }
  kernels.back().gpu = gpu_of_last;
  bench.run(kernels);
  std::vector<core::Cycle> starts;
  for (unsigned n = 0; n < 4; ++n)
    starts.push_back(of_index(bench, n).started - of_index(bench, 0).started);
  return starts;
}
GpuBenchOptions with_grids(unsigned grids, unsigned gpus = 1) {
  GpuBenchOptions options;
  options.dispatch.grids = grids;
  options.gpus = gpus;
  return options;
}

TEST(Grids, SoManyKernelsOfAGpuRunSideBySide) {
  GpuBench bench(with_grids(2));
  const std::vector<core::Cycle> starts = starts_of_four(bench);
  // One that computes n cycles ends n + 2 after its CTA is handed out, the second one's a cycle
  // after the first one's: then the next one starts.
  EXPECT_EQ(starts, (std::vector<core::Cycle>{0, 0, 1002, 2003}));
  EXPECT_EQ(bench.dispatcher->stats().grid_waits.value(), 1002u + 2003u);
}

TEST(Grids, AllThatThereIsRoomFor) {
  GpuBench bench(with_grids(4));
  EXPECT_EQ(starts_of_four(bench), (std::vector<core::Cycle>{0, 0, 0, 0}));
  EXPECT_EQ(bench.dispatcher->stats().grid_waits.value(), 0u);
}

TEST(Grids, AreThoseOfEachGpu) {
  GpuBench bench(with_grids(2, 2));
  EXPECT_EQ(starts_of_four(bench, 1), (std::vector<core::Cycle>{0, 0, 1002, 0}));
}

TEST(Grids, AKernelOfAllGpusNeedsOneOnEach) {
  GpuBench bench(with_grids(1, 2));
  model::Kernel one = make_kernel(compute(1000));
  one.split = false;
  one.gpu = 1;
  model::Kernel all = make_kernel(compute(10), 2);
  all.stream = 1;
  bench.run({one, all});
  EXPECT_EQ(of_index(bench, 1).started, of_index(bench, 0).ended);
}

TEST(Grids, AChildWaitsForTheEndOfItsParent) {
  GpuBench bench(with_grids(1));
  Launcher launcher(bench, make_kernel(compute(50)), 200);
  bench.run({make_kernel(compute(1000))});
  EXPECT_EQ(of_index(bench, 1).started, of_index(bench, 0).ended);
  EXPECT_EQ(bench.dispatcher->stats().grid_waits.value(), 1002u - 200);
}

/// Polls for ever.
struct Spinner final : model::KernelProgramIf {
  void warp(unsigned, unsigned, model::WarpProgram& program) const override {
    program.code = compute(100);
  }
  bool more(unsigned, unsigned, model::WarpProgram& program) override {
    program.code = compute(100);
    return true;
  }
  [[nodiscard]] bool spins() const override { return true; }
};

TEST(Grids, AKernelThatMayNotRunBesideOneThatPollsIsALivelock) {
  GpuBench bench(with_grids(1));
  model::Kernel polls = make_kernel(compute(1));
  polls.program = std::make_shared<Spinner>();
  model::Kernel waits = make_kernel(compute(1));
  waits.stream = 1;
  bench.launch({polls, waits});
  const core::RunEndReport end = core::run_simulation({});
  EXPECT_THAT(
      end.explanation,
      testing::StartsWith("livelock: kernel \"test\" polls, and \"test\", which it waits "
                          "for, cannot start next to it: GPU 0 runs at most 1 kernels at a time"));
}

/// Both want all of the one SM, CTA by CTA; who is second in the stream order has the priority.
core::Cycle end_of_second(int priority) {
  GpuBenchOptions options;
  options.sm.warps = 1;
  GpuBench bench(options);
  model::Kernel first = make_kernel(compute(100), 10);
  model::Kernel second = make_kernel(compute(100), 1);
  second.stream = 1;
  second.priority = priority;
  bench.run({first, second});
  return of_index(bench, 1).ended - of_index(bench, 0).started;
}

TEST(KernelPriority, TheHigherOneHandsOutNext) {
  EXPECT_LT(end_of_second(1), 250u);  // it is the first or the second CTA
}

TEST(KernelPriority, OfEqualOnesTheFirstHandsOutFirst) {
  EXPECT_GT(end_of_second(0), 1000u);  // the last of eleven
}

TEST(KernelPriority, TheLowerOneWaits) { EXPECT_GT(end_of_second(-1), 1000u); }

}  // namespace
}  // namespace gf::test::children_test
