// SPDX-License-Identifier: Apache-2.0
// Holds: hw/gpu/sm/cta_slot_client.h hw/gpu/sm/load_store_unit.h tlm_models/gpu/workload.h
// Programs that go on by what they found, and loads past the L1.
#include <gmock/gmock.h>

#include "tests/support/gpu_bench.h"

namespace gf::test::cta_client_test {
namespace {

using model::WarpInstruction;
using model::WarpOp;
using model::WarpProgram;

/// A warp that loads the same word until it has done so `rounds` times.
class Rounds final : public model::KernelProgramIf {
 public:
  Rounds(unsigned rounds, bool cached) : rounds_(rounds), cached_(cached) {}
  void warp(unsigned, unsigned, WarpProgram& program) const override { emit(program); }
  bool more(unsigned, unsigned, WarpProgram& program) override {
    if (++done >= rounds_) return false;
    emit(program);
    return true;
  }
  unsigned done = 0;

 private:
  void emit(WarpProgram& program) const {
    WarpInstruction load = WarpInstruction::access(WarpOp::kLoad, 4096);
    load.cached = cached_;
    program.code.push_back(load);
  }
  const unsigned rounds_;
  const bool cached_;
};

core::Cycle cycles_of_rounds(GpuBench& bench, unsigned rounds, bool cached) {
  model::Kernel kernel = make_kernel(std::vector<WarpInstruction>{});
  kernel.program = std::make_shared<Rounds>(rounds, cached);
  return bench.run({kernel}).back().cycles();
}

TEST(SmPrograms, GoOnInTheCycleInWhichTheyHaveWhatTheyLoaded) {
  GpuBench bench;  // answers come 100 cycles after a request
  const core::Cycle five = cycles_of_rounds(bench, 5, false);
  EXPECT_EQ(bench.stats().warp_instructions.value(), 5u);
  EXPECT_EQ(bench.memory.requests, 5u);
  // Issue in t, look-up and request in t + 1, data 100 later; start + 1 to the first, + 1 at the
  // end.
  EXPECT_EQ(five, 5 * 101 + 2u);
}

TEST(SmPrograms, ALoadThatIsNotCachedAlwaysAsksBelow) {
  GpuBench bench;
  cycles_of_rounds(bench, 4, true);
  EXPECT_EQ(bench.memory.requests, 1u);
  EXPECT_EQ(bench.lsu().l1_hits.value(), 3u);
  EXPECT_EQ(bench.lsu().l1_bypasses.value(), 0u);
}

TEST(SmPrograms, WhatIsNotCachedIsNotFoundByOthers) {
  GpuBench bench;
  WarpInstruction below = WarpInstruction::access(WarpOp::kLoad, 4096);
  below.cached = false;
  const WarpInstruction cached = WarpInstruction::access(WarpOp::kLoad, 4096);
  bench.run({make_kernel(std::vector<WarpInstruction>{below, cached, cached, below})});
  EXPECT_EQ(bench.memory.requests, 3u);
  EXPECT_EQ(bench.lsu().l1_bypasses.value(), 2u);
  EXPECT_EQ(bench.lsu().l1_hits.value(), 1u);
}

TEST(SmPrograms, TwoWarpsThatPollDoNotShareARead) {
  GpuBench bench;
  WarpInstruction below = WarpInstruction::access(WarpOp::kLoad, 4096);
  below.cached = false;
  bench.run({make_kernel(std::vector<WarpInstruction>{below}, 1, 2)});
  EXPECT_EQ(bench.memory.requests, 2u);
}

/// Notes which CTAs are done and when.
struct CtaLog final : hw::gpu::CtaSlotClient {
  struct Seen {
    unsigned cta;
    unsigned slot;
    core::Cycle at;
  };
  void cta_finished(unsigned, unsigned slot, const hw::gpu::CtaLaunch& launch,
                    core::Cycle now) override {
    seen.push_back({launch.cta, slot, now});
  }
  std::vector<Seen> seen;
};

TEST(SmPrograms, AWatcherSeesCtasWhenTheirStoresAreVisible) {
  GpuBench bench;
  CtaLog log;
  bench.sms[0]->watch_ctas(log);
  const auto results = bench.run({make_kernel(
      [](unsigned cta, unsigned, WarpProgram& p) {
        p.code = {WarpInstruction::access(WarpOp::kStore, std::uint64_t{cta} * 128)};
      },
      2)});
  ASSERT_EQ(log.seen.size(), 2u);
  for (unsigned n = 0; n < 2; ++n) {
    const auto& taken = bench.memory.taken[n];
    EXPECT_EQ(log.seen[n].at, taken.at + 100) << n;
    EXPECT_EQ(log.seen[n].slot, taken.request.cta) << n;
  }
  EXPECT_NE(log.seen[0].slot, log.seen[1].slot);
}

}  // namespace
}  // namespace gf::test::cta_client_test
