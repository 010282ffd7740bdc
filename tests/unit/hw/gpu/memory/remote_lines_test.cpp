// SPDX-License-Identifier: Apache-2.0
// Lines of peers' memories that a level 2 cache keeps.
#include "hw/gpu/memory/remote_lines.h"

#include <gmock/gmock.h>

#include "tests/support/base_protocol_checker.h"
#include "tests/support/errors.h"
#include "tests/support/gpu_memory_bench.h"
#include "tests/support/in_child.h"

namespace gf::test::remote_lines_test {
namespace {

using core::Cycle;
using hw::gpu::LineOp;
using hw::gpu::MemoryParams;

MemoryParams half() {
  MemoryParams params;
  params.remote_ways = 8;
  return params;
}

/// Two GPUs whose memories reach each other by wires; requests are those of GPU 0's SMs.
struct Pair : GpuMemoryBench {
  explicit Pair(const MemoryParams& params = half()) : GpuMemoryBench(params, 2, 2) {
    memories[0]->to_peers.bind(there.in);
    there.out.bind(memories[1]->from_peers);
    memories[1]->to_peers.bind(back.in);
    back.out.bind(memories[0]->from_peers);
  }
  [[nodiscard]] std::uint64_t count(core::Counter hw::gpu::MemoryStats::*counter) const {
    return (memories[0]->stats().*counter).value();
  }
  void run() { sc_core::sc_start(); }
  BaseProtocolChecker there{"there"}, back{"back"};
};
using Stats = hw::gpu::MemoryStats;

TEST(RemoteLines, ALineThatWasReadIsKeptUntilAKernelStarts) {
  Pair bench;
  TestSm& sm = *bench.sms[0];
  sm.most_open = 1;
  for (unsigned i = 0; i < 3; ++i) sm.read(bench.base(1));
  bench.run();
  EXPECT_EQ(bench.count(&Stats::remote_misses), 1u);
  EXPECT_EQ(bench.count(&Stats::remote_hits), 2u);
  EXPECT_EQ(bench.count(&Stats::peer_reads), 1u);
  bench.memories[0]->invalidate_remote();
  sm.read(bench.base(1));
  bench.run();
  EXPECT_EQ(bench.count(&Stats::peer_reads), 2u);
  EXPECT_TRUE(bench.memories[0]->idle());
}

TEST(RemoteLines, AHitTakesWhatAHitOfOwnLinesTakes) {
  Pair bench;
  TestSm& sm = *bench.sms[0];
  sm.most_open = 1;
  for (const unsigned gpu : {0u, 1u})
    for (unsigned i = 0; i < 2; ++i) sm.read(bench.base(gpu));
  bench.run();
  EXPECT_EQ(sm.latency(3), sm.latency(1));
}

/// Cycles of a read of a peer's line that nobody has read, its page walked.
double cycles_of_a_miss(const MemoryParams& params) {
  return test::in_child([&] {
           Pair bench(params);
           TestSm& sm = *bench.sms[0];
           sm.most_open = 1;
           for (const unsigned line : {0u, 1u}) sm.read(bench.base(1) + line * 128);
           bench.run();
           return std::vector<double>{static_cast<double>(sm.latency(1))};
         })
      .at(0);
}

TEST(RemoteLines, AMissTakesTheLookUpMoreThanAReadWithoutThem) {
  const MemoryParams none;
  EXPECT_EQ(cycles_of_a_miss(half()), cycles_of_a_miss(none) + none.tag_latency);
}

TEST(RemoteLines, ReadsOfALineOnItsWayWaitForIt) {
  Pair bench;
  bench.sms[0]->read(bench.base(1));
  bench.sms[1]->read(bench.base(1));
  bench.sms[1]->read(bench.base(1), 0b0010);
  bench.run();
  EXPECT_EQ(bench.count(&Stats::peer_reads), 1u);
  EXPECT_EQ(bench.count(&Stats::remote_merges), 2u);
  EXPECT_EQ(bench.sms[1]->done.size(), 2u);
}

TEST(RemoteLines, WhatIsOnItsWayAsAKernelStartsIsAnsweredAndNotKept) {
  Pair bench;
  bench.sms[0]->read(bench.base(1));
  // Behind the walk and the crossbar, before the answer.
  sc_core::sc_start(sc_core::sc_time(460, sc_core::SC_NS));
  ASSERT_EQ(bench.count(&Stats::remote_misses), 1u);
  ASSERT_TRUE(bench.sms[0]->done.empty());
  bench.memories[0]->invalidate_remote();
  bench.run();
  EXPECT_EQ(bench.sms[0]->done.size(), 1u);
  bench.sms[0]->read(bench.base(1));
  bench.run();
  EXPECT_EQ(bench.count(&Stats::remote_hits), 0u);
  EXPECT_EQ(bench.count(&Stats::peer_reads), 2u);
}

void expect_sectors_gone(LineOp op) {
  Pair bench;
  TestSm& sm = *bench.sms[0];
  sm.most_open = 1;
  sm.read(bench.base(1));
  sm.queue(op, bench.base(1), 0b0001);
  sm.read(bench.base(1), 0b0010);  // still there
  sm.read(bench.base(1), 0b0001);  // gone
  bench.run();
  EXPECT_EQ(bench.count(&Stats::remote_hits), 1u);
  EXPECT_EQ(bench.count(&Stats::peer_writes) + bench.count(&Stats::peer_atomics), 1u);
  EXPECT_EQ(bench.count(&Stats::peer_reads), 2u);
}

TEST(RemoteLines, StoresGoThroughAndTakeTheirSectorsAway) { expect_sectors_gone(LineOp::kWrite); }

TEST(RemoteLines, AtomicsGoThroughAndTakeTheirSectorsAway) { expect_sectors_gone(LineOp::kAtomic); }

TEST(RemoteLines, AStoreBehindAFetchKeepsTheOldBytesOutOfTheCache) {
  Pair bench;
  TestSm& sm = *bench.sms[0];
  sm.read(bench.base(1));
  sm.write(bench.base(1), 0b0001);
  sm.read(bench.base(1), 0b0001);  // must not wait for the first read, which may bring old bytes
  bench.run();
  EXPECT_EQ(bench.count(&Stats::remote_merges), 0u);
  EXPECT_EQ(bench.count(&Stats::peer_reads), 2u);
}

TEST(RemoteLines, LoadsThatMustSeeTheMemoryPassBy) {
  Pair bench;
  TestSm& sm = *bench.sms[0];
  sm.most_open = 1;
  for (unsigned i = 0; i < 3; ++i) sm.read(bench.base(1)).fresh = i != 0;
  bench.run();
  EXPECT_EQ(bench.count(&Stats::peer_reads), 3u);
  EXPECT_EQ(bench.count(&Stats::remote_hits), 0u);
}

TEST(RemoteLines, TheOldestGoesWhenItsWaysAreFull) {
  MemoryParams params;
  params.slices = params.channels = 1;
  params.l2_ways = 3;
  params.remote_ways = 2;
  params.l2 = core::kibibytes(12);  // 32 sets
  ASSERT_EQ(params.own_ways(), 1u);
  Pair bench(params);
  TestSm& sm = *bench.sms[0];
  sm.most_open = 1;
  for (const unsigned line : {0u, 1u, 0u, 2u, 0u, 1u}) sm.read(bench.base(1) + line * 32 * 128);
  bench.run();
  EXPECT_EQ(bench.count(&Stats::remote_hits), 2u);  // line 0, twice
  EXPECT_EQ(bench.count(&Stats::peer_reads), 4u);
}

TEST(RemoteLines, PlacesAreGivenBackSoThatFewSuffice) {
  MemoryParams params = half();
  params.peer_requests = 4;
  Pair bench(params);
  for (unsigned i = 0; i < 100; ++i) bench.sms[i % 2]->read(bench.base(1) + i % 10 * 128);
  bench.run();
  EXPECT_EQ(bench.sms[0]->done.size() + bench.sms[1]->done.size(), 100u);
  EXPECT_EQ(bench.count(&Stats::peer_reads), 10u);
}

TEST(RemoteLines, SomeWaysAreLeftForOwnLines) {
  MemoryParams params;
  params.remote_ways = 8;
  params.l2_ways = 8;
  EXPECT_THAT(test::error_of([&] { params.validate("memory"); }),
              testing::HasSubstr("remote_ways"));
}

}  // namespace
}  // namespace gf::test::remote_lines_test
