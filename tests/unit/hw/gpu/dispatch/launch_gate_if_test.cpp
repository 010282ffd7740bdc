// SPDX-License-Identifier: Apache-2.0
// Holds: hw/gpu/dispatch/dispatcher*
#include "hw/gpu/dispatch/launch_gate_if.h"

#include "core/time/quiescence.h"
#include "hw/gpu/dispatch/dispatcher.h"
#include "tests/support/gpu_bench.h"
#include "tests/support/matchers.h"

namespace gf::test::launch_gate_if_test {
namespace {

/// Holds every kernel, and writes down when it was asked.
struct Holder final : hw::gpu::LaunchGateIf {
  bool may_launch(unsigned index, const model::Kernel&, core::Cycle now) override {
    asked.push_back(index);
    at.push_back(now);
    return false;
  }
  std::vector<unsigned> asked;
  std::vector<core::Cycle> at;
};

model::Kernel kernel_of(unsigned cycles) {
  return make_kernel(std::vector<model::WarpInstruction>{model::WarpInstruction::compute(cycles)});
}

TEST(LaunchGate, AKernelIsLaunchedInTheCycleAfterItsPass) {
  GpuBench bench;
  Holder gate;
  bench.dispatcher->set_gate(gate);
  bench.launch({kernel_of(10), kernel_of(10)});
  sc_core::sc_start(sc_core::sc_time(900, sc_core::SC_NS));
  EXPECT_THAT(gate.asked, ElementsAre(0));
  EXPECT_THAT(core::explain(core::pending_waits()),
              HasSubstr("kernel 0: work that must be done before its launch"));
  const core::Cycle now = core::now_ticks() / bench.clock.period();
  bench.dispatcher->pass(0);
  sc_core::sc_start(sc_core::sc_time(20000, sc_core::SC_NS));
  EXPECT_THAT(gate.asked, ElementsAre(0, 1)) << "once each, in turn";
  ASSERT_EQ(bench.dispatcher->results().size(), 1u);
  const hw::gpu::KernelResult& first = bench.dispatcher->results()[0];
  EXPECT_EQ(first.launched, now + 1);
  EXPECT_EQ(first.started, first.launched + bench.dispatcher->launch_latency());
  EXPECT_EQ(gate.at[1], first.ended);
  bench.dispatcher->pass(1);
  sc_core::sc_start();
  EXPECT_TRUE(bench.dispatcher->finished());
}

}  // namespace
}  // namespace gf::test::launch_gate_if_test
