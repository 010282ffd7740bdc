// SPDX-License-Identifier: Apache-2.0
// Holds: hw/gpu/dispatch/dispatcher*
// Kernels that wait for kernels of other streams.
#include <algorithm>

#include "core/time/quiescence.h"
#include "hw/gpu/dispatch/dispatcher.h"
#include "tests/support/errors.h"
#include "tests/support/gpu_bench.h"
#include "tests/support/matchers.h"

namespace gf::test::dispatcher_events_test {
namespace {

model::Kernel kernel_of(unsigned cycles, unsigned stream, std::vector<unsigned> waits = {}) {
  model::Kernel kernel =
      make_kernel(std::vector<model::WarpInstruction>{model::WarpInstruction::compute(cycles)});
  kernel.stream = stream;
  kernel.waits = std::move(waits);
  return kernel;
}

/// Results by index.
std::vector<hw::gpu::KernelResult> in_order(std::vector<hw::gpu::KernelResult> results) {
  std::sort(results.begin(), results.end(),
            [](const auto& a, const auto& b) { return a.index < b.index; });
  return results;
}

TEST(DispatcherEvents, AKernelWaitsForOneOfAnotherStream) {
  GpuBench bench;
  const auto results = in_order(bench.run({kernel_of(1000, 0), kernel_of(10, 1, {0})}));
  EXPECT_EQ(results[1].launched, results[0].ended);
  EXPECT_EQ(results[1].started, results[0].ended + 5000);
}

TEST(DispatcherEvents, WaitsEndWithTheLastOfThemAndOfTheStream) {
  GpuBench bench;
  // 3 waits for 0 and 1, and follows 2 in its stream; the second of each case is the longest.
  const auto results = in_order(bench.run(
      {kernel_of(100, 0), kernel_of(9000, 1), kernel_of(300, 2), kernel_of(10, 2, {0, 1})}));
  EXPECT_EQ(results[3].launched, results[1].ended);
  EXPECT_GT(results[1].ended, results[2].ended);
}

TEST(DispatcherEvents, AnEventThatIsPastCostsNothing) {
  GpuBench bench;
  const auto results = in_order(
      bench.run({kernel_of(100, 0), kernel_of(900, 1), kernel_of(10, 1, {0}), kernel_of(5, 1)}));
  EXPECT_GT(results[1].ended, results[0].ended);
  EXPECT_EQ(results[2].launched, results[1].ended);
  EXPECT_EQ(results[3].launched, results[2].ended);
}

TEST(DispatcherEvents, TheStreamBehindAKernelThatWaitsWaitsToo) {
  GpuBench bench;
  const auto results =
      in_order(bench.run({kernel_of(20000, 0), kernel_of(10, 1, {0}), kernel_of(10, 1)}));
  EXPECT_EQ(results[1].launched, results[0].ended);
  EXPECT_EQ(results[2].launched, results[1].ended);
}

TEST(DispatcherEvents, WaitsInOnesOwnStreamChangeNothing) {
  GpuBench bench;
  const auto results = in_order(bench.run({kernel_of(10, 0), kernel_of(10, 0, {0, 0})}));
  EXPECT_EQ(results[1].launched, results[0].ended);
  EXPECT_EQ(results[1].started, results[0].ended + 5000);
  EXPECT_TRUE(bench.dispatcher->finished());
}

TEST(DispatcherEvents, SomebodyWhoWaitsIsNamed) {
  GpuBench bench;
  bench.launch({kernel_of(1000, 0), kernel_of(10, 1, {0})});
  sc_core::sc_start(sc_core::sc_time(5500, sc_core::SC_NS));
  EXPECT_THAT(core::explain(core::pending_waits()),
              HasSubstr("kernel 1: kernels to end before it, 1"));
}

TEST(DispatcherEvents, OnlyKernelsBeforeItCanBeWaitedFor) {
  GpuBench bench;
  for (const unsigned other : {1u, 2u, 7u}) {
    EXPECT_THAT(error_of([&] {
                  bench.launch({kernel_of(1, 0), kernel_of(1, 1, {other})});
                }),
                AllOf(HasSubstr("workload.kernel_1.waits = " + std::to_string(other)),
                      HasSubstr("below its own")));
  }
}

}  // namespace
}  // namespace gf::test::dispatcher_events_test
