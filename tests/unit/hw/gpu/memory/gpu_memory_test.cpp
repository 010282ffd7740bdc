// SPDX-License-Identifier: Apache-2.0
// What the memory of one GPU does with the requests of its SMs.
#include "hw/gpu/memory/gpu_memory.h"

#include "tests/support/gpu_memory_bench.h"
#include "tests/support/matchers.h"
#include "tests/support/one_slice.h"

namespace gf::test::gpu_memory_test {
namespace {

using core::Cycle;
using hw::gpu::LineOp;

TEST_F(GpuMemoryTest, AtomicsReadWhatTheyModifyAndTakeTheirUnit) {
  make(one_slice());
  sm().read(0);
  sc_core::sc_start();
  const Cycle at = bench_->clock.now() + 1;
  for (unsigned i = 0; i < 4; ++i) sm().queue(LineOp::kAtomic, 0, 0xF, at);
  sc_core::sc_start();
  EXPECT_EQ(stats().atomic_hits.value(), 4u);
  EXPECT_GT(stats().atomic_busy.ticks(), 0u);
  EXPECT_EQ(sm().done[4].done - sm().done[1].done, 3u * 4) << "128 B at 32 B a cycle";
  sm().queue(LineOp::kAtomic, 4096, 1, bench_->clock.now() + 1);
  sc_core::sc_start();
  EXPECT_EQ(stats().atomic_misses.value(), 1u);
}

TEST_F(GpuMemoryTest, IdleCostsNothingAndALoneReadFewCalls) {
  make({});
  sm().most_open = 1;
  sm().read(0);
  sc_core::sc_start();
  const std::uint64_t deltas = sc_core::sc_delta_count();
  sm().read(64 * 128, 0xF, bench_->clock.now() + 10000);
  sc_core::sc_start();
  // SM, grant, slice, bus, data, answer; and the cycle of the SM after it.
  EXPECT_LE(sc_core::sc_delta_count() - deltas, 8u);
  EXPECT_EQ(stats().read_misses.value(), 2u);
}

TEST_F(GpuMemoryTest, AnAccessToAPeerWithoutAWayThereIsAnError) {
  model::PageTable pages("pages", {}, 2);
  pages.add({"far", 0, core::Bytes(65536), model::Placement::kExplicit, {1}});
  core::ClockDomain clock("clock", sc_core::sc_time(1, sc_core::SC_NS));
  hw::gpu::Deliveries deliveries(clock);
  hw::gpu::GpuMemory memory("gpu", {}, 0, 1, deliveries, pages);
  TestSm sm(clock, memory, 0);
  sm.read(0);
  std::string text;
  try {
    sc_core::sc_start();
  } catch (const std::exception& error) {
    text = error.what();
  }
  EXPECT_THAT(text, HasSubstr("memory has no route"));
}

}  // namespace
}  // namespace gf::test::gpu_memory_test
