// SPDX-License-Identifier: Apache-2.0
// Holds: hw/proact/counter_lines.h
#include "hw/proact/counter_memory.h"

#include <gmock/gmock.h>

#include "tests/support/counter_writes.h"
#include "tests/support/proact_bench.h"

namespace gf::test::counter_memory_test {
namespace {

using namespace counter_writes;  // NOLINT: what these tests share
using hw::proact::Region;

TEST(Counters, ThatAreNotInTheCounterMemoryAreFetched) {
  ProactBenchOptions options;
  options.proact.counters.counters = 32;
  options.proact.counters.ways = 1;
  options.proact.counters.misses = 1;
  ProactBench bench(options);
  const Region region = bench.region(64 * kChunk, kChunk);
  bench.arm(region, all_write_all(region, 1));
  // Lines 0 and 1 of counters are there; line 2 takes the place of line 0, which then comes back.
  bench.write(region, 0, 0, 0);
  bench.write(region, 32 * kChunk, 0, 1);
  bench.write(region, 1 * kChunk, 0, 2);
  bench.finish(0, 0, 1000);
  bench.finish(0, 1, 2000);
  bench.finish(0, 2, 3000);
  sc_core::sc_start();
  ASSERT_EQ(bench.log.ready.size(), 3u);
  EXPECT_EQ(bench.log.ready[0].at, 1005u);
  // Fetched like a request of an SM: port, crossbar, tags, DRAM, answer; back the cycle after. The
  // line that goes is written first, at the same port.
  const core::Cycle fetch = 1 + 1 + 20 + 10 + 101 + 30 + 20;
  EXPECT_EQ(bench.log.ready[1].at, 2001 + fetch + 1 + 4);
  // Line 0 was written back: it is in the level 2 cache.
  EXPECT_EQ(bench.log.ready[2].at, 3001 + fetch - 101 + 1 + 4);
  EXPECT_EQ(bench.stats().counter_misses.value(), 2u);
  EXPECT_EQ(bench.stats().counter_write_backs.value(), 2u);
}

TEST(Counters, AreInitializedWhileAllLinesOfTheirSetAreOnTheirWay) {
  ProactBenchOptions options;
  options.proact.counters.counters = 64;
  options.proact.counters.ways = 4;
  options.proact.counters.misses = 4;
  ProactBench bench(options);
  const Region first = bench.region(128 * kChunk, kChunk);
  const Region second = bench.region(16 * kChunk, kChunk, 2, 8 << 20);
  bench.unit().add_region(first);
  bench.arm(second, all_write_all(first, 1));
  // One set of four lines: lines 4 to 7 of the first region's counters take the places of all.
  for (unsigned line = 4; line < 8; ++line) bench.write(first, line * 16 * kChunk, 0, line);
  for (unsigned line = 4; line < 8; ++line) bench.finish(0, line, 9000);
  bench.times.at(9020, [&](core::Cycle) { bench.unit().arm(1, all_write_all(second, 1)); });
  bench.write(second, 0, 1, 0, 10000);
  bench.finish(1, 0, 19000);
  sc_core::sc_start();
  EXPECT_EQ(bench.stats().counter_misses.value(), 5u) << "and one for the second region";
  EXPECT_EQ(bench.log.ready.size(), 5u);
}

TEST(Counters, FewAreEnoughForManyChunksAtTheCostOfAccesses) {
  ProactBenchOptions options;
  options.proact.counters.counters = 16;
  options.proact.counters.ways = 1;
  options.proact.counters.misses = 1;
  options.proact.counters.cta_chunks = 64;
  options.proact.counters.update_queue = 8;
  ProactBench bench(options);
  const Region region = bench.region(128 * kChunk, kChunk);
  bench.arm(region, all_write_all(region, 2));
  // The order of their first writes jumps from line to line.
  for (unsigned cta = 0; cta < 2; ++cta)
    for (unsigned i = 0; i < 64; ++i) bench.write(region, (i * 37 % 64) * 2 * kChunk, 0, cta);
  bench.finish(0, 0, 50000);
  bench.finish(0, 1, 50001);
  sc_core::sc_start();
  EXPECT_EQ(bench.stats().updates.value(), 128u);
  EXPECT_EQ(bench.stats().ready.value(), 64u);
  EXPECT_GT(bench.stats().counter_misses.value(), 60u);
  EXPECT_GT(bench.stats().miss_wait.value(), sc_core::SC_ZERO_TIME);
  EXPECT_EQ(bench.stats().deepest_queue.value(), 127u) << "one of the first CTA's has gone";
  EXPECT_EQ(bench.stats().queue_overflows.value(), 128u - 8);
  EXPECT_EQ(bench.unit().errors().size(), 64u) << "of the chunks that nobody wrote";
}

TEST(Counters, ChunksOfACtaBeyondItsPlacesAreBitsInMemory) {
  ProactBenchOptions options;
  options.proact.counters.cta_chunks = 2;
  ProactBench bench(options);
  const Region region = bench.region(8 * kChunk, kChunk);
  bench.arm(region, all_write_all(region, 1));
  for (unsigned i = 0; i < 8; ++i)
    for (unsigned line = 0; line < 3; ++line) bench.write(region, i * kChunk + line * 128);
  bench.write(region, 2 * kChunk);  // again, after another one: one more atomic
  bench.write(region, 0);           // has a place
  bench.finish(0, 0, 1000);
  sc_core::sc_start();
  EXPECT_EQ(bench.stats().cta_spills.value(), 6u);
  EXPECT_EQ(bench.memories[0]->stats().atomic_hits.value() +
                bench.memories[0]->stats().atomic_misses.value(),
            6u + 1 + 1)
      << "the last one fetches the bits";
  EXPECT_EQ(bench.stats().sent.value(), 8u);
  ASSERT_EQ(bench.log.ready.size(), 8u);
  EXPECT_EQ(bench.log.ready[1].at, 1006u);
  // Port, crossbar, tags, a cycle of the atomic unit, answer; then as any update.
  EXPECT_EQ(bench.log.ready[2].at, 1000 + 1 + 20 + 10 + 1 + 30 + 20 + 1 + 4u);
  EXPECT_TRUE(bench.unit().idle());
}

}  // namespace
}  // namespace gf::test::counter_memory_test
