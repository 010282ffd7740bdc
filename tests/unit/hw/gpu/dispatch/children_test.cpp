// SPDX-License-Identifier: Apache-2.0
// Holds: hw/gpu/dispatch/dispatcher* hw/gpu/dispatch/kernel_client.h hw/gpu/dispatch/kernel_run.h
// Kernels that kernels launch, and priorities.
#include <gmock/gmock.h>

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
