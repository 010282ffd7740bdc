// SPDX-License-Identifier: Apache-2.0
// Holds: hw/gpu/memory/dram/memory_stats.h
#include "hw/gpu/memory/l2_slice.h"

#include <gmock/gmock.h>

#include "tests/support/gpu_memory_bench.h"
#include "tests/support/one_slice.h"

namespace gf::test::l2_slice_test {
namespace {

using hw::gpu::MemoryParams;

TEST_F(GpuMemoryTest, ReadsOnlyTheSectorsThatAreNotThere) {
  make(one_slice());
  sm().most_open = 1;
  sm().read(0, 0b0011);
  sm().read(0, 0b0001);
  sm().read(0, 0b1110);
  sm().read(0, 0b1111);
  sc_core::sc_start();
  EXPECT_EQ(stats().dram_reads.value(), 2u);
  EXPECT_EQ(stats().dram_read_bytes.value(), 128u);
  EXPECT_EQ(stats().read_misses.value(), 2u);
  EXPECT_EQ(stats().read_hits.value(), 2u);
}

TEST_F(GpuMemoryTest, ReadsOfSectorsOnTheirWayWaitForThem) {
  make(one_slice());
  sm(0).read(0);
  sm(1).read(0, 0b0100);
  sc_core::sc_start();
  EXPECT_EQ(stats().dram_reads.value(), 1u);
  EXPECT_EQ(stats().read_merges.value(), 1u);
  EXPECT_EQ(sm(1).done[0].done - sm(0).done[0].done, 1u) << "behind it at the slice's port";
}

TEST_F(GpuMemoryTest, AMissOfOtherSectorsOfTheLineJoinsTheMshr) {
  MemoryParams params = one_slice();
  params.mshrs = 1;
  make(params);
  sm(0).read(0, 0b0001);
  sm(1).read(0, 0b0010);
  sm(0).read(128, 0b0001);  // waits for the one MSHR
  sc_core::sc_start();
  EXPECT_EQ(stats().dram_reads.value(), 3u);
  EXPECT_GT(stats().mshr_full.ticks(), 0u);
  EXPECT_GT(sm(0).done[1].done, sm(0).done[0].done + 70);
}

TEST_F(GpuMemoryTest, WholeSectorsAreWrittenWithoutReadingPartsAreNot) {
  make(one_slice());
  sm().most_open = 1;
  sm().write(0, 0b0001);
  sm().write(128, 0b0001).whole = false;
  sm().write(0, 0b0001).whole = false;
  sm().read(0, 0b0001);
  sc_core::sc_start();
  EXPECT_EQ(stats().dram_reads.value(), 1u);
  EXPECT_EQ(stats().writes.value(), 1u);
  EXPECT_EQ(stats().write_misses.value(), 1u);
  EXPECT_EQ(stats().write_hits.value(), 1u);
  EXPECT_EQ(stats().read_hits.value(), 1u);
  EXPECT_GT(sm().latency(1), sm().latency(2) + 70);
}

TEST_F(GpuMemoryTest, DirtySectorsAloneAreWrittenBackOldestLineFirst) {
  MemoryParams params = one_slice();
  params.l2 = core::kibibytes(4);
  params.l2_ways = 16;  // two sets
  make(params);
  sm().most_open = 1;
  sm().write(0, 0b0101);
  for (unsigned i = 1; i < 16; ++i) sm().read(i * 256ull, 1);
  sm().read(0, 1);         // used again
  sm().read(16 * 256, 1);  // drives out line 1, which is clean
  sc_core::sc_start();
  EXPECT_EQ(stats().dram_writes.value(), 0u);
  for (unsigned i = 17; i < 33; ++i) sm().read(i * 256ull, 1, bench_->clock.now() + 1);
  sc_core::sc_start();
  EXPECT_EQ(stats().dram_writes.value(), 1u);
  EXPECT_EQ(stats().dram_write_bytes.value(), 64u);
  EXPECT_EQ(stats().write_backs.value(), 1u);
  EXPECT_EQ(stats().dram_reads.value(), 15u + 1 + 16);
}

}  // namespace
}  // namespace gf::test::l2_slice_test
