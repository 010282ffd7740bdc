// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/threads/thread_traffic.h"

#include <gmock/gmock.h>

#include "tests/support/gpu_memory_bench.h"

namespace gf::test::thread_traffic_test {
namespace {

using hw::gpu::MemoryParams;
using hw::gpu::MemoryStats;
using hw::gpu::ThreadTraffic;
using hw::gpu::ThreadTrafficParams;

class ThreadTrafficTest : public testing::Test {
 protected:
  void make(unsigned warps = 32) {
    ThreadTrafficParams params;
    params.warps = warps;
    bench_ = std::make_unique<GpuMemoryBench>(MemoryParams(), 1, 2);
    traffic_ =
        std::make_unique<ThreadTraffic>("traffic", params, *bench_->memories[0], bench_->clock, 2);
  }
  /// When it was done, in ns, which are cycles here.
  double run(std::vector<hw::gpu::MemorySweep> sweeps) {
    double at = -1;
    traffic_->submit(std::move(sweeps), [&] { at = sc_core::sc_time_stamp().to_seconds() * 1e9; });
    sc_core::sc_start();
    EXPECT_TRUE(traffic_->idle());
    EXPECT_TRUE(bench_->memories[0]->idle());
    EXPECT_TRUE(core::pending_waits().empty());
    return at;
  }
  const MemoryStats& stats() { return bench_->memories[0]->stats(); }
  std::unique_ptr<GpuMemoryBench> bench_;
  std::unique_ptr<ThreadTraffic> traffic_;
};

TEST_F(ThreadTrafficTest, OnePieceTakesWhatItsLinesTake) {
  make();
  TestSm& sm = *bench_->sms[0];
  sm.read(1 << 20);  // of a page that nobody has walked to: the walk comes on top
  const double lone = run({{{128}, {}, 128}});  // at the other SM's port
  const MemoryParams params{};
  EXPECT_EQ(lone + params.walk_latency, static_cast<double>(sm.done.at(0).done));
  EXPECT_EQ(stats().dram_reads.value(), 2u);
}

TEST_F(ThreadTrafficTest, ReadsAllOperandsThenWrites) {
  make();
  run({{{0, 1 << 16}, 1 << 17, 1300}});
  EXPECT_EQ(stats().dram_read_bytes.value(), 2 * 1312u + 32)
      << "41 sectors an operand, and the one that is written in part";
  EXPECT_EQ(stats().writes.value(), 10u) << "whole lines";
}

TEST_F(ThreadTrafficTest, SweepsFollowEachOther) {
  make();
  run({{{0}, {}, 4096}, {{}, 1 << 16, 4096}, {{1 << 17}, {}, 0}});
  EXPECT_EQ(stats().dram_read_bytes.value(), 4096u);
  EXPECT_EQ(stats().writes.value(), 32u);
}

TEST_F(ThreadTrafficTest, TwoSmsReadNoFasterThanTheirPorts) {
  make(64);
  constexpr std::uint64_t kBytes = 1 << 20;
  const double time = run({{{0}, {}, kBytes}});
  EXPECT_GT(time, kBytes / (2 * 64.0));
  EXPECT_LT(time, 1.1 * kBytes / (2 * 64.0));
}

TEST_F(ThreadTrafficTest, FewWarpsWaitForTheirAnswers) {
  make(1);
  constexpr std::uint64_t kBytes = 64 << 10;
  // Two warps, 512 B each under way: no faster than that in the latency of a read that misses.
  const MemoryParams params{};
  const double latency = params.xbar_latency * 2 + params.tag_latency + params.data_latency + 72;
  EXPECT_GT(run({{{0}, {}, kBytes}}), kBytes / 1024.0 * latency);
}

TEST_F(ThreadTrafficTest, SharesThePortsOfTheSms) {
  make(64);
  TestSm& sm = *bench_->sms[0];
  sm.most_open = 1;
  sm.read(1 << 20);
  sm.read(1 << 20);             // hits, alone
  sm.read(1 << 20, 0xF, 3000);  // hits, beside the threads
  sc_core::sc_start(sc_core::sc_time(2900, sc_core::SC_NS));
  run({{{0}, {}, 1 << 18}});
  ASSERT_EQ(sm.done.size(), 3u);
  EXPECT_GT(sm.latency(2), sm.latency(1) + 4) << "four lines hold the port eight cycles";
}

}  // namespace
}  // namespace gf::test::thread_traffic_test
