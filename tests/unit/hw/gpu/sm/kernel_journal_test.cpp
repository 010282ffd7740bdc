// SPDX-License-Identifier: Apache-2.0
// Holds: hw/gpu/apportion.h
// Kernels whose time is known by hand: each is put down to what it went to, and adds up.
#include "hw/gpu/sm/kernel_journal.h"

#include <gmock/gmock.h>
#include <map>
#include <optional>

#include "hw/gpu/apportion.h"
#include "tests/support/gpu_bench.h"

namespace gf::test::kernel_journal_test {
namespace {

using hw::gpu::KernelHistory;
using hw::gpu::KernelJournal;
using hw::gpu::KernelShare;
using hw::gpu::KernelTime;
using hw::gpu::LineSource;
using model::WarpInstruction;
using model::WarpOp;
using model::WarpProgram;

constexpr std::uint64_t kPeerAddress = 3ull << model::kHomeShift;

/// In cycles of the bench's clock, of whatever source.
double cycles(const KernelHistory& kernel, KernelTime kind) {
  core::Ticks sum = 0;
  for (const KernelShare& share : kernel.shares)
    if (share.kind == kind) sum += share.ticks;
  return static_cast<double>(sum) / static_cast<double>(kernel.period);
}

double cycles(const KernelHistory& kernel, KernelTime kind, LineSource source) {
  core::Ticks sum = 0;
  for (const KernelShare& share : kernel.shares)
    if (share.kind == kind && share.source == source) sum += share.ticks;
  return static_cast<double>(sum) / static_cast<double>(kernel.period);
}

void expect_adds_up(const KernelHistory& kernel) {
  core::Ticks sum = 0;
  for (const KernelShare& share : kernel.shares) sum += share.ticks;
  EXPECT_EQ(sum, (kernel.ended - kernel.requested) * kernel.period) << kernel.name;
}

WarpInstruction load(std::uint64_t address) {
  return WarpInstruction::access(WarpOp::kLoad, address);
}

TEST(KernelJournal, ArithmeticTailAndLaunch) {
  KernelJournal journal;
  GpuBench bench;
  bench.cycles_of({WarpInstruction::compute(100)});
  ASSERT_EQ(journal.kernels().size(), 1u);
  const KernelHistory& kernel = journal.kernels().front();
  EXPECT_EQ(kernel.name, "test");
  // Started in s, the CTA is there in s + 1, and the end is known a cycle after its last one.
  EXPECT_EQ(kernel.ended - kernel.started, 102u);
  EXPECT_EQ(cycles(kernel, KernelTime::kLaunch), 5000);
  EXPECT_EQ(cycles(kernel, KernelTime::kHandOut), 1);
  EXPECT_EQ(cycles(kernel, KernelTime::kIssue), 100);
  EXPECT_EQ(cycles(kernel, KernelTime::kTail), 1);
  expect_adds_up(kernel);
}

TEST(KernelJournal, ASecondOneWaitsForTheFirst) {
  KernelJournal journal;
  GpuBench bench;
  bench.run({make_kernel(std::vector{WarpInstruction::compute(100)}),
             make_kernel(std::vector{WarpInstruction::compute(10)})});
  const KernelHistory& second = journal.kernels().at(1);
  EXPECT_EQ(second.name, "test #2");
  EXPECT_EQ(cycles(second, KernelTime::kBehind), 5000 + 102);
  EXPECT_EQ(second.shares.front().behind, "test");
  EXPECT_EQ(cycles(second, KernelTime::kLaunch), 5000);
  EXPECT_EQ(cycles(second, KernelTime::kIssue), 10);
  expect_adds_up(second);
}

TEST(KernelJournal, AWaitForAnEventIsBehindTheKernelThatItComesFrom) {
  KernelJournal journal;
  GpuBench bench;
  std::vector<model::Kernel> kernels = {make_kernel(std::vector{WarpInstruction::compute(300)}),
                                        make_kernel(std::vector{WarpInstruction::compute(100)}),
                                        make_kernel(std::vector{WarpInstruction::compute(1)})};
  kernels[0].name = "long";
  kernels[1].name = "short";
  kernels[1].stream = kernels[2].stream = 1;
  kernels[2].waits = {0};
  bench.run(kernels);
  const KernelHistory& last = journal.kernels().at(2);
  std::map<std::string, core::Ticks> behind;
  for (const KernelShare& share : last.shares)
    if (share.kind == KernelTime::kBehind) behind[share.behind] += share.ticks / last.period;
  // A CTA a cycle: that of the second kernel comes a cycle later.
  EXPECT_THAT(behind,
              testing::ElementsAre(testing::Pair("long", 199), testing::Pair("short", 5000 + 103)));
  expect_adds_up(last);
}

class Loads : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Loads, AreOfWhoAnswered) {
  KernelJournal journal;
  GpuBench bench;
  // The first misses: looked up a cycle after its issue, answered 100 later. The second hits.
  bench.cycles_of({load(GetParam()), load(GetParam())});
  const KernelHistory& kernel = journal.kernels().front();
  const bool peer = GetParam() == kPeerAddress;
  const double hit = bench.sms[0]->params().hit_latency;
  EXPECT_EQ(cycles(kernel, KernelTime::kLoad, peer ? LineSource::kPeer : LineSource::kL2), 101);
  EXPECT_EQ(cycles(kernel, KernelTime::kLoad, LineSource::kL1), hit);
  EXPECT_EQ(cycles(kernel, KernelTime::kLoad), 101 + hit);
  for (const KernelShare& share : kernel.shares)
    if (share.source == LineSource::kPeer) {
      EXPECT_EQ(share.home, 3u);
    }
  expect_adds_up(kernel);
}
INSTANTIATE_TEST_SUITE_P(KernelJournal, Loads, testing::Values(0x1000, kPeerAddress));

TEST(KernelJournal, TheLineThatComesLastDecides) {
  KernelJournal journal;
  GpuBench bench;
  const auto program = [](unsigned, unsigned, WarpProgram& p) {
    // 32 lanes of 8 B: two lines, one here and one at GPU 3, which is asked for later.
    WarpInstruction both = WarpInstruction::access(WarpOp::kLoad, kPeerAddress - 128, 8);
    p.code = {both};
  };
  bench.run({make_kernel(program)});
  const KernelHistory& kernel = journal.kernels().front();
  EXPECT_EQ(cycles(kernel, KernelTime::kLoad, LineSource::kPeer),
            cycles(kernel, KernelTime::kLoad));
  EXPECT_GE(cycles(kernel, KernelTime::kLoad), 101);
  expect_adds_up(kernel);
}

TEST(KernelJournal, WarpsShareTheirSm) {
  KernelJournal journal;
  GpuBench bench;
  const auto program = [](unsigned, unsigned warp, WarpProgram& p) {
    p.code = {WarpInstruction::compute(warp == 0 ? 1 : 101), WarpInstruction::barrier()};
  };
  bench.run({make_kernel(program, 1, 2)});
  const KernelHistory& kernel = journal.kernels().front();
  // Warp 0 waits at the barrier from cycle 2 to 101 of the CTA, for half of the SM.
  EXPECT_NEAR(cycles(kernel, KernelTime::kBarrier), 50, 1);
  EXPECT_NEAR(cycles(kernel, KernelTime::kIssue), 52, 2);
  expect_adds_up(kernel);
}

TEST(KernelJournal, FewCtasLeaveSmsIdle) {
  KernelJournal journal;
  GpuBenchOptions options;
  options.sms = 4;
  GpuBench bench(options);
  const auto program = [](unsigned cta, unsigned, WarpProgram& p) {
    p.code = {WarpInstruction::compute(cta == 0 ? 1000 : 500)};
  };
  bench.run({make_kernel(program, 3)});
  const KernelHistory& kernel = journal.kernels().front();
  EXPECT_EQ(kernel.sms, 4u);
  // One SM has nothing at all, two the second half: half of the kernel's time.
  EXPECT_NEAR(cycles(kernel, KernelTime::kTail), 500, 4);
  EXPECT_NEAR(cycles(kernel, KernelTime::kIssue), 500, 1);
  expect_adds_up(kernel);
}

TEST(KernelJournal, PlacesThatOthersHoldAreWaitedFor) {
  KernelJournal journal;
  GpuBenchOptions options;
  options.sm.ctas = 1;
  GpuBench bench(options);
  std::vector<model::Kernel> kernels = {make_kernel(std::vector{WarpInstruction::compute(1000)}),
                                        make_kernel(std::vector{WarpInstruction::compute(100)})};
  kernels[1].stream = 1;
  bench.run(kernels);
  const KernelHistory& second = journal.kernels().at(1);
  EXPECT_NEAR(cycles(second, KernelTime::kHandOut), 1000, 5);
  EXPECT_EQ(cycles(second, KernelTime::kIssue), 100);
  expect_adds_up(second);
}

TEST(KernelJournal, StoresThatAreOnTheirWayAtTheEnd) {
  KernelJournal journal;
  GpuBench bench;
  bench.cycles_of({WarpInstruction::access(WarpOp::kStore, kPeerAddress)});
  const KernelHistory& kernel = journal.kernels().front();
  // Issued, in the next cycle looked up and the warp ended; visible 100 cycles later.
  EXPECT_EQ(cycles(kernel, KernelTime::kStores, LineSource::kPeer), 100);
  EXPECT_EQ(cycles(kernel, KernelTime::kIssue), 1);
  expect_adds_up(kernel);
}

TEST(KernelJournal, AFenceWaitsForThem) {
  KernelJournal journal;
  GpuBench bench;
  bench.cycles_of({WarpInstruction::access(WarpOp::kStore, kPeerAddress),
                   WarpInstruction::fence(model::MemoryScope::kGpu)});
  const KernelHistory& kernel = journal.kernels().front();
  EXPECT_NEAR(cycles(kernel, KernelTime::kFence, LineSource::kPeer), 100, 1);
  EXPECT_EQ(cycles(kernel, KernelTime::kFence),
            cycles(kernel, KernelTime::kFence, LineSource::kPeer));
  EXPECT_EQ(cycles(kernel, KernelTime::kStores), 0);
  expect_adds_up(kernel);
}

TEST(KernelJournal, ManyCtasOfTwoKernelsAddUp) {
  KernelJournal journal;
  GpuBenchOptions options;
  options.sms = 3;
  options.sm.lsu_queue = 2;
  options.memory.interval = 3;
  GpuBench bench(options);
  const auto program = [](unsigned cta, unsigned warp, WarpProgram& p) {
    for (unsigned n = 0; n < 5; ++n) {
      const std::uint64_t at = ((cta * 7 + warp) * 5 + n) * 128 + (n % 2) * kPeerAddress;
      p.code.push_back(load(at));
      p.code.push_back(WarpInstruction::compute(1 + (cta + n) % 9));
      p.code.push_back(WarpInstruction::access(WarpOp::kStore, at));
      if (n == 3) p.code.push_back(WarpInstruction::barrier());
    }
  };
  std::vector<model::Kernel> kernels = {make_kernel(program, 70, 3), make_kernel(program, 40, 5)};
  kernels[1].stream = 1;
  bench.run(kernels);
  for (const KernelHistory& kernel : journal.kernels()) {
    expect_adds_up(kernel);
    EXPECT_GT(cycles(kernel, KernelTime::kLoad, LineSource::kPeer), 0);
    EXPECT_GT(cycles(kernel, KernelTime::kLoad, LineSource::kL2), 0);
    EXPECT_EQ(cycles(kernel, KernelTime::kLoad, LineSource::kNone), 0);
  }
}

class Looked : public testing::TestWithParam<bool> {};

TEST_P(Looked, AtAKernelTakesAsLong) {
  std::optional<KernelJournal> journal;
  if (GetParam()) journal.emplace();
  GpuBench bench;
  // Two loads of 101 cycles, 7 of arithmetic, 2 around them.
  EXPECT_EQ(bench.cycles_of({load(0x1000), WarpInstruction::compute(7), load(0x2000)}), 211u);
}
INSTANTIATE_TEST_SUITE_P(KernelJournal, Looked, testing::Bool());

TEST(Apportion, GivesAllAndNothingTwice) {
  EXPECT_THAT(hw::gpu::apportion(10, {1, 1, 1}), testing::ElementsAre(4, 3, 3));
  EXPECT_THAT(hw::gpu::apportion(7, {0, 2.5, 2.5}), testing::ElementsAre(0, 4, 3));
  EXPECT_THAT(hw::gpu::apportion(5, {0, 0}), testing::ElementsAre(0, 0));
  const auto large = hw::gpu::apportion(~0ull / 2, {1e-9, 3, 5});
  EXPECT_EQ(large[0] + large[1] + large[2], ~0ull / 2);
}

}  // namespace
}  // namespace gf::test::kernel_journal_test
