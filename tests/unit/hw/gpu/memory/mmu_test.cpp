// SPDX-License-Identifier: Apache-2.0
// Holds: hw/gpu/memory/stall.h
#include "hw/gpu/memory/mmu.h"

#include "tests/support/gpu_memory_bench.h"
#include "tests/support/matchers.h"
#include "tests/support/one_slice.h"

namespace gf::test::mmu_test {
namespace {

using hw::gpu::MemoryParams;

TEST_F(GpuMemoryTest, OneWalkAPageAndAtMostSoManyAtOnce) {
  MemoryParams params;
  params.walks = 1;
  params.walk_latency = 1000;
  make(params, 3);
  sm(0).read(0);
  sm(1).read(128);
  sm(2).read(65536);
  sc_core::sc_start();
  EXPECT_EQ(stats().tlb_misses.value(), 4u) << "one looks again when there is a walk for it";
  EXPECT_EQ(stats().tlb_hits.value(), 3u);
  EXPECT_EQ(sm(1).done[0].done, sm(0).done[0].done);
  EXPECT_EQ(sm(2).done[0].done, sm(0).done[0].done + 1000);
  EXPECT_EQ(stats().no_walk.value(), sc_core::sc_time(1000, sc_core::SC_NS));
  EXPECT_EQ(stats().walk_wait.value(), sc_core::sc_time(3000, sc_core::SC_NS));
}

TEST_F(GpuMemoryTest, TheTlbForgetsTheOldestPage) {
  MemoryParams params;
  params.tlb_entries = params.tlb_ways = 2;
  make(params);
  sm().most_open = 1;
  for (const unsigned page : {0, 1, 0, 2, 0, 1}) sm().read(page * 65536ull);
  sc_core::sc_start();
  EXPECT_EQ(stats().tlb_misses.value(), 4u) << "0, 1, 2, and 1 again";
}

TEST_F(GpuMemoryTest, AnUnmappedAddressIsAnError) {
  make({});
  sm().read(1ull << 40);
  std::string text;
  try {
    sc_core::sc_start();
  } catch (const std::exception& error) {
    text = error.what();
  }
  EXPECT_THAT(text, AllOf(HasSubstr("0x10000000000"), HasSubstr("\"data_0\"")));
  bench_.release();  // what an error left behind is not looked at
}

}  // namespace
}  // namespace gf::test::mmu_test
