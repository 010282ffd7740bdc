// SPDX-License-Identifier: Apache-2.0
// Holds: hw/gpu/memory/l2_cache.h hw/gpu/memory/l2_slice.h hw/gpu/memory/deliveries.h
// Latency of lone accesses: the sums of the documented parts (hw/gpu/memory/README.md).
#include <cmath>
#include <gtest/gtest.h>

#include "tests/support/base_protocol_checker.h"
#include "tests/support/gpu_memory_bench.h"

namespace gf::test::crossbar_test {
namespace {

using core::Cycle;
using hw::gpu::LineOp;
using hw::gpu::MemoryParams;

struct Setting {
  unsigned xbar, tag, data, walk, width;
  unsigned dram_ns;
  double rate_gb;
  unsigned period_ps;
};

void PrintTo(const Setting& s, std::ostream* out) {
  *out << "xbar " << s.xbar << ", tag " << s.tag << ", data " << s.data << ", walk " << s.walk
       << ", width " << s.width << ", DRAM " << s.dram_ns << " ns, " << s.rate_gb << " GB/s, "
       << s.period_ps << " ps";
}

class MemoryTiming : public testing::TestWithParam<Setting> {
 protected:
  [[nodiscard]] static MemoryParams params() {
    const Setting& s = GetParam();
    MemoryParams p;
    p.xbar_latency = s.xbar;
    p.tag_latency = s.tag;
    p.data_latency = s.data;
    p.walk_latency = s.walk;
    p.xbar_width = s.width;
    p.dram_latency = sc_core::sc_time(s.dram_ns, sc_core::SC_NS);
    p.channel_rate = core::gigabytes_per_second(s.rate_gb);
    return p;
  }
  [[nodiscard]] static sc_core::sc_time period() {
    return {static_cast<double>(GetParam().period_ps), sc_core::SC_PS};
  }
  /// Cycles of the slowest part of the way: a line's answer through a port, twice overlapped.
  [[nodiscard]] static Cycle port(unsigned bytes) {
    return (bytes + GetParam().width - 1) / GetParam().width;
  }
  [[nodiscard]] static Cycle hit(unsigned bytes) {
    const Setting& s = GetParam();
    return 1 + s.xbar + s.tag + (port(bytes) - 1) + s.data + s.xbar;
  }
  [[nodiscard]] static Cycle dram(unsigned bytes, bool row_open = false) {
    const double latency = row_open ? GetParam().dram_ns - 28 : GetParam().dram_ns;
    const double ns = latency + bytes / GetParam().rate_gb;
    return static_cast<Cycle>(std::ceil(ns * 1000 / GetParam().period_ps - 1e-6));
  }
};

TEST_P(MemoryTiming, LoneReadsOfALine) {
  GpuMemoryBench bench(params(), 1, 1, period());
  TestSm& sm = *bench.sms[0];
  sm.most_open = 1;
  sm.read(0);  // walk and DRAM
  sm.read(0);  // hit
  sc_core::sc_start();
  ASSERT_EQ(sm.done.size(), 2u);
  EXPECT_EQ(sm.latency(0), GetParam().walk + hit(128) + dram(128));
  EXPECT_EQ(sm.latency(1), hit(128));
}

TEST_P(MemoryTiming, AnOpenRowIsFasterAndASectorTakesLessOfTheBus) {
  MemoryParams p = params();
  p.slices = p.channels = 1;  // neighbouring lines share a row
  GpuMemoryBench bench(p, 1, 1, period());
  TestSm& sm = *bench.sms[0];
  sm.most_open = 1;
  sm.read(0, 1);
  sm.read(128, 1);
  sm.read(2048, 1);
  sc_core::sc_start();
  EXPECT_EQ(sm.latency(0), GetParam().walk + hit(32) + dram(32));
  EXPECT_EQ(sm.latency(1), hit(32) + dram(32, true));
  EXPECT_EQ(sm.latency(2), hit(32) + dram(32)) << "the next row, of another bank";
  EXPECT_EQ(bench.memories[0]->stats().row_hits.value(), 1u);
  EXPECT_EQ(bench.memories[0]->stats().row_misses.value(), 2u);
}

TEST_P(MemoryTiming, WritesAndAtomics) {
  GpuMemoryBench bench(params(), 1, 1, period());
  TestSm& sm = *bench.sms[0];
  sm.most_open = 1;
  sm.write(0);
  sm.write(0);
  sm.queue(LineOp::kAtomic, 0);
  sm.write(0).wanted = false;
  sc_core::sc_start();
  const Cycle data_in = port(128) - 1;
  EXPECT_EQ(sm.latency(0), GetParam().walk + hit(0 + 1) + data_in);
  EXPECT_EQ(sm.latency(1), hit(1) + data_in);
  EXPECT_EQ(sm.latency(2), hit(128) + data_in + 128 / 32);
  EXPECT_EQ(sm.latency(3), hit(1) + data_in);
}

TEST_P(MemoryTiming, RemoteReadIsTheSumOfBothSides) {
  GpuMemoryBench bench(params(), 2, 1, period());
  BaseProtocolChecker there("there");
  BaseProtocolChecker back("back");
  bench.memories[0]->to_peers.bind(there.in);
  there.out.bind(bench.memories[1]->from_peers);
  bench.memories[1]->to_peers.bind(back.in);
  back.out.bind(bench.memories[0]->from_peers);
  TestSm& sm = *bench.sms[0];
  sm.most_open = 1;
  sm.read(bench.base(1));
  sm.read(bench.base(1));
  sm.write(bench.base(1));
  sc_core::sc_start();
  ASSERT_EQ(sm.done.size(), 3u);
  const Setting& s = GetParam();
  // Out: queue and crossbar, then BEGIN_REQ. There: seen a cycle later, a hit there. Back: seen a
  // cycle later, crossbar.
  const Cycle out = 1 + s.xbar;
  const Cycle served = hit(128);
  const Cycle in = 1 + (port(128) - 1) + s.xbar;
  EXPECT_EQ(sm.latency(1), out + served + in);
  EXPECT_EQ(sm.latency(0), s.walk + sm.latency(1) + dram(128));
  const Cycle data_in = port(128) - 1;
  EXPECT_EQ(sm.latency(2), out + data_in + hit(1) + data_in + 1 + s.xbar);
  EXPECT_EQ(there.ended(), 3u);
  EXPECT_FALSE(there.open());
}

INSTANTIATE_TEST_SUITE_P(Clocks, MemoryTiming,
                         testing::Values(Setting{20, 10, 30, 400, 64, 100, 48, 1000},
                                         Setting{1, 1, 1, 1, 32, 100, 48, 1000},
                                         Setting{7, 3, 5, 2000, 128, 60, 12.5, 1481}));

}  // namespace
}  // namespace gf::test::crossbar_test
