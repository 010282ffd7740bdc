// SPDX-License-Identifier: Apache-2.0
// Holds: hw/gpu/memory/l2_cache.h hw/gpu/memory/l2_slice.h hw/gpu/memory/mmu.h
// Holds: hw/gpu/memory/dram/memory_stats.h hw/gpu/memory/memory_ports.h hw/gpu/memory/stall.h
// Holds: hw/gpu/memory/dram/memory_params.h
// What the memory of one GPU does with the requests of its SMs.
#include "hw/gpu/memory/gpu_memory.h"

#include <gmock/gmock.h>

#include "tests/support/errors.h"
#include "tests/support/gpu_memory_bench.h"

namespace gf::test::gpu_memory_test {
namespace {

using core::Cycle;
using hw::gpu::LineOp;
using hw::gpu::MemoryParams;
using hw::gpu::MemoryStats;
using testing::AllOf;
using testing::HasSubstr;

/// One slice, one channel: lines side by side meet.
MemoryParams one_slice() {
  MemoryParams params;
  params.slices = params.channels = 1;
  params.l2 = core::kibibytes(64);
  return params;
}

class GpuMemoryTest : public testing::Test {
 protected:
  void make(const MemoryParams& params, unsigned sms = 2) {
    bench_ = std::make_unique<GpuMemoryBench>(params, 1, sms);
  }
  TestSm& sm(unsigned number = 0) { return *bench_->sms[number]; }
  const MemoryStats& stats() { return bench_->memories[0]->stats(); }
  void TearDown() override {
    if (bench_ == nullptr) return;
    EXPECT_TRUE(bench_->memories[0]->idle());
    EXPECT_TRUE(core::pending_waits().empty());
  }
  std::unique_ptr<GpuMemoryBench> bench_;
};

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

TEST_F(GpuMemoryTest, PortRefusesWhenItsQueueIsFullAndSaysWhenThereIsRoom) {
  MemoryParams params = one_slice();
  params.sm_queue = 2;
  params.slice_queue = 1;
  make(params);
  for (unsigned i = 0; i < 20; ++i) sm().read(0);
  sc_core::sc_start();
  EXPECT_EQ(sm().done.size(), 20u);
  EXPECT_GT(sm().refusals, 0u);
  EXPECT_EQ(stats().queue_full.value(), sm().refusals);
  EXPECT_LE(sm().refusals, 19u) << "once each at most";
  EXPECT_GT(stats().slice_full.ticks(), 0u);
}

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

template <class Change>
std::string error_with(const Change& change) {
  MemoryParams params;
  change(params);
  return error_of([&] { params.validate("gpu"); });
}

TEST(GpuMemoryParams, NonsenseIsRefused) {
  EXPECT_NO_THROW(MemoryParams{}.validate("gpu"));
  EXPECT_THAT(error_with([](auto& p) { p.slices = 15; }), HasSubstr("a multiple of channels = 16"));
  EXPECT_THAT(error_with([](auto& p) { p.l2 = core::Bytes(4000000); }), HasSubstr("gpu.l2"));
  EXPECT_THAT(error_with([](auto& p) { p.tlb_ways = 3; }), HasSubstr("tlb_ways = 3"));
  EXPECT_THAT(error_with([](auto& p) { p.row_open = p.dram_latency; }), HasSubstr("row_open"));
  EXPECT_THAT(error_with([](auto& p) { p.row = core::Bytes(200); }),
              HasSubstr("gpu.row = 200 B: expected 128 B ... 64 KiB, a multiple of 128 B"));
  EXPECT_THAT(error_with([](auto& p) { p.copy.chunk = core::Bytes(200); }),
              HasSubstr("gpu.copy.chunk = 200 B: expected 128 B ... 4 KiB, a multiple of 128 B"));
  EXPECT_THAT(error_with([](auto& p) { p.channels = 0; }),
              HasSubstr("gpu.channels = 0: expected 1 ... 64"));
  EXPECT_THAT(error_with([](auto& p) { p.tlb_ways = 0; }),
              HasSubstr("gpu.tlb_ways = 0: expected 1 ... 64"));
}

TEST(GpuMemoryParams, LimitsHoldOnTheCommandLine) {
  core::ParamRegistry registry;
  registry.add_override("slices", "65", "test");
  MemoryParams params;
  EXPECT_THAT(error_of([&] { params.declare(registry.root()); }), HasSubstr("1 ... 64"));
}

}  // namespace
}  // namespace gf::test::gpu_memory_test
