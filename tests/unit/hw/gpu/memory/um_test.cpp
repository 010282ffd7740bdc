// SPDX-License-Identifier: Apache-2.0
// Holds: hw/gpu/memory/um_* hw/gpu/memory/mmu_faults.cpp hw/gpu/memory/fault_buffer.h
// Holds: hw/gpu/memory/paging/shootdown.h
// Unified memory: faults, the driver, advice, prefetches.
#include <gmock/gmock.h>
#include <random>

#include "tests/support/at_initiator.h"
#include "tests/support/errors.h"
#include "tests/support/um_bench.h"

namespace gf::test::um_test {
namespace {

using hw::gpu::LineOp;
using testing::AllOf;
using testing::HasSubstr;

std::vector<std::uint8_t> pattern(std::size_t bytes, unsigned seed) {
  std::vector<std::uint8_t> data(bytes);
  for (std::size_t i = 0; i < bytes; ++i)
    data[i] = static_cast<std::uint8_t>((i * 2654435761u + seed) >> 7);
  return data;
}

model::Advice read_mostly() {
  model::Advice advice;
  advice.read_mostly = true;
  return advice;
}

double microseconds(core::Cycle cycles) { return static_cast<double>(cycles) / 1000; }

TEST(Um, AFaultBringsThePageAndTheNextAccessFindsIt) {
  UmBench bench;
  TestSm& sm = bench.sm(0);
  sm.most_open = 1;
  sm.read(bench.page(3) + 256);
  sm.read(bench.page(3));
  sm.write(bench.page(3) + 512);
  sc_core::sc_start();
  ASSERT_EQ(sm.done.size(), 3u);
  EXPECT_GT(microseconds(sm.latency(0)), 20);
  EXPECT_LT(microseconds(sm.latency(0)), 50) << "what is reported of Pascal";
  EXPECT_LT(sm.latency(1), 300u);
  EXPECT_LT(sm.latency(2), 300u) << "it is the page's owner";
  EXPECT_EQ(bench.at(3, 0).home, 0u);
  EXPECT_TRUE(bench.at(3, 1).fault);
  EXPECT_FALSE(bench.at(2, 1).fault) << "the pages beside it stay";
  EXPECT_EQ(bench.stats(0).faults.value(), 1u);
  EXPECT_EQ(bench.driver.stats().migrated.value(), 1u);
  EXPECT_EQ(bench.driver.stats().bytes.value(), UmBench::kPage);
  EXPECT_EQ(bench.memories[1]->copy_engine().stats().bytes.value(), UmBench::kPage);
  EXPECT_EQ(bench.stats(0).served_write_bytes.value(), UmBench::kPage) << "over the fabric";
  EXPECT_EQ(bench.stats(0).peer_reads.value(), 0u);
  bench.expect_quiet();
}

TEST(Um, DirtyLinesOfTheOldHomeComeAlong) {
  UmBench::Setting setting;
  setting.memory.real_bytes = true;
  UmBench bench(setting);
  const std::uint64_t before = bench.at(0, 1).physical;
  bench.sm(1).write(bench.page(0) + 1024);  // dirty, in the cache
  sc_core::sc_start(2, sc_core::SC_US);
  const auto data = pattern(UmBench::kPage, 5);
  bench.fill(before, data);
  bench.sm(0).read(bench.page(0), 0xF, 2001);
  sc_core::sc_start();
  const std::uint64_t after = bench.at(0, 0).physical;
  EXPECT_EQ(model::home_of(after), 0u);
  EXPECT_EQ(bench.bytes(after, UmBench::kPage), data);
  EXPECT_EQ(bench.stats(1).dram_reads.value(), UmBench::kPage / 128 - 1)
      << "the dirty line was read in the cache";
  bench.expect_quiet();
}

/// Stores of the old owner go on all the time. Each is done, at the old place before the copy
/// begins or at the place where the page is then.
TEST(Um, TheCopyWaitsForEveryAccessToTheOldPlace) {
  UmBench::Setting setting;
  setting.um.shootdown = sc_core::SC_ZERO_TIME;
  UmBench bench(setting);
  constexpr unsigned kStores = 20000;
  for (unsigned i = 0; i < kStores; ++i) bench.sm(1).write(bench.page(0) + i % 512 * 128);
  bench.sm(0).read(bench.page(0), 0xF, 3000);
  sc_core::sc_start();
  EXPECT_EQ(bench.sm(1).done.size(), kStores);
  const auto& there = bench.stats(0);
  const auto& here = bench.stats(1);
  EXPECT_EQ(here.tlb_hits.value() + there.tlb_hits.value(), kStores + 1u);
  // Stores at GPU 1's memory before its copy and after the page came back; never over the fabric.
  const std::uint64_t copies = bench.driver.stats().migrated.value();
  EXPECT_EQ(copies, 2u) << "there, and back for the stores that were left";
  EXPECT_EQ(here.peer_writes.value() + here.peer_reads.value(), copies / 2 * 256) << "copies alone";
  EXPECT_EQ(here.writes.value(), kStores + 512u) << "and the copy back";
  EXPECT_EQ(here.shootdowns.value(), 1u);
  const double nanoseconds = bench.driver.stats().shooting.ticks() / 1e6;
  EXPECT_GT(nanoseconds, 2 + 60) << "a store under way takes 81 cycles, most of them still to come";
  EXPECT_LT(nanoseconds, 2 + 81 + 2 + 2) << "and the way back, where nothing is under way";
  bench.expect_quiet();
}

TEST(Um, OtherPortsGoOnWhileOneWaits) {
  UmBench::Setting setting;
  setting.homes = {0, 1};
  UmBench bench(setting);
  bench.sm(0, 0).read(bench.page(40));
  TestSm& other = bench.sm(0, 1);
  other.most_open = 1;
  for (unsigned i = 0; i < 50; ++i) other.read(bench.page(1) + i * 128);
  sc_core::sc_start();
  ASSERT_EQ(other.done.size(), 50u);
  EXPECT_LT(other.done.back().done, 15000u) << "before the fault has ended";
  EXPECT_GT(bench.sm(0, 0).done[0].done, 20000u);
  const double wait = bench.stats(0).fault_wait.ticks() / 1e9;
  EXPECT_NEAR(wait, microseconds(bench.sm(0).latency(0)), 1.5) << "but for walks and DRAM";
  bench.expect_quiet();
}

TEST(Um, FaultsOfAPageAreOneEntryAndOfManyPagesOneBatch) {
  UmBench bench;
  for (unsigned n = 0; n < 4; ++n) {
    bench.sm(0, n).read(bench.page(n / 2));
    bench.sm(0, n).most_open = 1;
  }
  sc_core::sc_start();
  EXPECT_EQ(bench.stats(0).faults.value(), 2u);
  EXPECT_EQ(bench.stats(0).fault_merges.value(), 2u);
  EXPECT_EQ(bench.driver.stats().batches.value(), 1u);
  EXPECT_EQ(bench.driver.stats().migrated.value(), 2u);
  EXPECT_EQ(bench.memories[1]->copy_engine().stats().copies.value(), 1u) << "side by side";
  bench.expect_quiet();
}

TEST(Um, ABatchHoldsNoMoreThanItsFaults) {
  UmBench::Setting setting;
  setting.um.batch = 1;
  UmBench bench(setting);
  for (unsigned n = 0; n < 4; ++n) bench.sm(0, n).read(bench.page(n));
  sc_core::sc_start();
  EXPECT_EQ(bench.driver.stats().batches.value(), 4u);
  core::Cycle last = 0;
  for (unsigned n = 0; n < 4; ++n) {
    EXPECT_GT(bench.sm(0, n).done[0].done, last + 20000) << "one after the other";
    last = bench.sm(0, n).done[0].done;
  }
  bench.expect_quiet();
}

TEST(Um, AFullFaultBufferHoldsUpTheRestUntilTheDriverTakesSome) {
  UmBench::Setting setting;
  setting.memory.fault_entries = 2;
  setting.sms = 8;
  UmBench bench(setting);
  for (unsigned n = 0; n < 8; ++n) bench.sm(0, n).read(bench.page(n));
  sc_core::sc_start();
  for (unsigned n = 0; n < 8; ++n) EXPECT_EQ(bench.sm(0, n).done.size(), 1u) << n;
  EXPECT_EQ(bench.stats(0).faults.value(), 8u);
  EXPECT_EQ(bench.driver.stats().batches.value(), 4u);
  EXPECT_GT(bench.stats(0).no_fault_entry.ticks(), 0u);
  EXPECT_EQ(bench.driver.stats().migrated.value(), 8u);
  bench.expect_quiet();
}

TEST(Um, TwoGpusPlayPingPongAndBothGetOn) {
  UmBench bench;
  constexpr unsigned kRounds = 20;
  for (unsigned gpu = 0; gpu < 2; ++gpu) {
    bench.sm(gpu).most_open = 1;
    for (unsigned i = 0; i < kRounds; ++i) bench.sm(gpu).write(bench.page(0), 0xF, 1 + i * 30000);
  }
  sc_core::sc_start();
  EXPECT_EQ(bench.sm(0).done.size(), kRounds);
  EXPECT_EQ(bench.sm(1).done.size(), kRounds);
  const std::uint64_t moves = bench.driver.stats().migrated.value();
  EXPECT_GE(moves, kRounds);
  EXPECT_LE(moves, 2 * kRounds) << "each move serves one access at least";
  EXPECT_EQ(bench.driver.stats().bytes.value(), moves * UmBench::kPage);
  bench.expect_quiet();
}

/// A driver without any time of its own: pages still serve who fetched them before they leave.
TEST(Um, NoDriverIsTooFastForThePagesUsers) {
  UmBench::Setting setting;
  const sc_core::sc_time none = sc_core::SC_ZERO_TIME;
  auto& um = setting.um;
  um.interrupt = um.batch_time = um.page_time = um.shootdown = um.replay = none;
  setting.memory.walk_latency = 5000;
  setting.memory.walks = 1;
  UmBench bench(setting);
  for (unsigned gpu = 0; gpu < 2; ++gpu)
    for (unsigned n = 0; n < 4; ++n)
      for (unsigned i = 0; i < 10; ++i) bench.sm(gpu, n).write(bench.page(i % 3));
  sc_core::sc_start(20, sc_core::SC_MS);
  for (const auto& sm : bench.sms) EXPECT_EQ(sm->done.size(), 10u);
  bench.expect_quiet();
}

TEST(Um, ReadMostlyPagesAreCopiedAndCollapseWhenWritten) {
  UmBench::Setting setting;
  setting.memory.real_bytes = true;
  setting.advice = read_mostly();
  UmBench bench(setting);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  const auto data = pattern(UmBench::kPage, 9);
  bench.fill(bench.at(0, 1).physical, data);
  TestSm& reader = bench.sm(0);
  TestSm& owner = bench.sm(1);
  reader.most_open = owner.most_open = 1;
  reader.read(bench.page(0));
  sc_core::sc_start();
  EXPECT_EQ(bench.driver.stats().replicated.value(), 1u);
  EXPECT_EQ(bench.at(0, 0).home, 0u);
  EXPECT_EQ(bench.at(0, 1).home, 1u);
  EXPECT_EQ(bench.bytes(bench.at(0, 0).physical, UmBench::kPage), data);
  reader.read(bench.page(0), 0xF, bench.clock.now() + 1);
  owner.read(bench.page(0), 0xF, bench.clock.now() + 1);
  sc_core::sc_start();
  EXPECT_EQ(bench.stats(0).faults.value() + bench.stats(1).faults.value(), 1u) << "both read on";
  owner.write(bench.page(0), 0xF, bench.clock.now() + 1);
  sc_core::sc_start();
  EXPECT_GT(owner.done.back().done - owner.done.back().taken, 20000u) << "a write faults";
  EXPECT_EQ(bench.driver.stats().collapsed.value(), 1u);
  EXPECT_TRUE(bench.at(0, 0).fault);
  EXPECT_TRUE(bench.at(0, 1).writable);
  EXPECT_EQ(bench.driver.stats().bytes.value(), UmBench::kPage) << "nothing moved by the collapse";
  reader.read(bench.page(0), 0xF, bench.clock.now() + 1);
  sc_core::sc_start();
  EXPECT_EQ(bench.driver.stats().replicated.value(), 2u);
  bench.expect_quiet();
}

TEST(Um, PreferredPagesAreMappedWhereTheyAre) {
  UmBench::Setting setting;
  setting.advice.preferred = 1;
  UmBench bench(setting);
  bench.sm(0).most_open = 1;
  bench.sm(0).read(bench.page(0));
  bench.sm(0).write(bench.page(0));
  sc_core::sc_start();
  EXPECT_EQ(bench.driver.stats().mapped.value(), 1u);
  EXPECT_EQ(bench.driver.stats().bytes.value(), 0u);
  EXPECT_EQ(bench.stats(0).peer_reads.value(), 1u);
  EXPECT_EQ(bench.stats(0).peer_writes.value(), 1u);
  EXPECT_EQ(bench.at(0, 1).home, 1u);
  bench.expect_quiet();
}

TEST(Um, AccessedByNeverFaults) {
  UmBench::Setting setting;
  setting.advice.accessed_by = 0b01;
  UmBench bench(setting);
  for (unsigned i = 0; i < 10; ++i) bench.sm(0).write(bench.page(i));
  sc_core::sc_start();
  EXPECT_EQ(bench.stats(0).faults.value(), 0u);
  EXPECT_EQ(bench.stats(0).peer_writes.value(), 10u);
  bench.expect_quiet();
}

TEST(Um, PrefetchedPagesDoNotFault) {
  UmBench bench;
  sc_core::sc_time end;
  bench.driver.prefetch(bench.page(0), 32 * UmBench::kPage, 0,
                        [&] { end = sc_core::sc_time_stamp(); });
  EXPECT_FALSE(bench.driver.idle());
  sc_core::sc_start();
  for (unsigned i = 0; i < 33; ++i) bench.sm(0).read(bench.page(i), 0xF, bench.clock.now() + 10);
  sc_core::sc_start();
  EXPECT_EQ(bench.stats(0).faults.value(), 1u) << "the page behind the range";
  EXPECT_EQ(bench.driver.stats().prefetches.value(), 1u);
  EXPECT_EQ(bench.driver.stats().migrated.value(), 33u);
  const auto& engine = bench.memories[1]->copy_engine().stats();
  EXPECT_EQ(engine.copies.value(), 2u) << "32 pages at once, and one";
  EXPECT_LT(end.to_seconds() * 1e6, 5 + 32 + 1 + 32 * 65536 / 64e3 + 2)
      << "call, 32 pages of the driver, setup, bytes at more than 64 GB/s";
  bench.expect_quiet();
}

TEST(Um, AFaultDuringAPrefetchOfItsPageNeedsNothingMore) {
  UmBench bench;
  bench.driver.prefetch(bench.page(0), 32 * UmBench::kPage, 0);
  bench.sm(0).read(bench.page(5), 0xF, 6000);
  sc_core::sc_start();
  EXPECT_EQ(bench.sm(0).done.size(), 1u);
  EXPECT_EQ(bench.driver.stats().migrated.value(), 32u);
  EXPECT_EQ(bench.driver.stats().in_place.value(), 1u);
  bench.expect_quiet();
}

TEST(Um, PopulatesWhereItIsTouchedFirst) {
  UmBench::Setting setting;
  setting.homes = {};
  UmBench bench(setting);
  bench.sm(1).write(bench.page(7));
  sc_core::sc_start();
  EXPECT_EQ(bench.driver.stats().populated.value(), 1u);
  EXPECT_EQ(bench.driver.stats().bytes.value(), 0u);
  EXPECT_EQ(bench.at(7, 1).home, 1u);
  EXPECT_EQ(bench.pages.used(1), core::Bytes(UmBench::kPage));
  bench.expect_quiet();
}

TEST(Um, GranularityTakesThePagesAround) {
  UmBench::Setting setting;
  setting.um.granularity = core::kibibytes(512);
  setting.data_pages = 12;
  UmBench bench(setting);
  bench.sm(0).read(bench.page(3));
  bench.sm(0).read(bench.page(9));
  sc_core::sc_start();
  EXPECT_EQ(bench.driver.stats().migrated.value(), 12u) << "8, and the 4 that are left";
  EXPECT_EQ(bench.stats(0).faults.value(), 2u);
  bench.expect_quiet();
}

TEST(Um, WithoutFaultsPagesStayAndAreReachedOverTheFabric) {
  UmBench::Setting setting;
  setting.um.faults = false;
  UmBench bench(setting);
  bench.sm(0).read(bench.page(0));
  bench.sm(1).read(bench.page(0));
  sc_core::sc_start();
  EXPECT_EQ(bench.stats(0).faults.value(), 0u);
  EXPECT_EQ(bench.stats(0).peer_reads.value(), 1u);
  EXPECT_EQ(bench.stats(1).peer_reads.value(), 0u);
  EXPECT_THAT(error_of([&] { bench.driver.prefetch(bench.page(0), 1, 0); }),
              HasSubstr("um.faults = false"));
  EXPECT_THAT(error_of([&] { bench.driver.advise(bench.page(0), 1, {}); }), HasSubstr("faults"));
  bench.expect_quiet();
}

/// All at once, twice: every request is done, pages are where somebody has them, the same run gives
/// the same times.
TEST(Um, RandomUseEndsQuietlyAndLosesNothing) {
  UmBench::Setting setting;
  setting.memory.fault_entries = 4;
  setting.memory.tlb_entries = 16;
  setting.um.batch = 3;
  setting.data_pages = 24;
  setting.homes = {0, 1, 0};
  UmBench bench(setting);
  std::mt19937 random(11);
  bench.driver.advise(bench.page(0), 6 * UmBench::kPage, read_mostly());
  model::Advice mapped;
  mapped.accessed_by = 0b11;
  bench.driver.advise(bench.page(6), 2 * UmBench::kPage, mapped);
  constexpr unsigned kEach = 200;
  for (const auto& sm : bench.sms) {
    sm->most_open = 1 + random() % 8;
    for (unsigned i = 0; i < kEach; ++i) {
      const std::uint64_t address = bench.page(random() % 24) + random() % 512 * 128;
      sm->queue(random() % 4 == 0   ? LineOp::kWrite
                : random() % 8 == 0 ? LineOp::kAtomic
                                    : LineOp::kRead,
                address);
    }
  }
  for (unsigned i = 0; i < 6; ++i) {
    bench.driver.prefetch(bench.page(4 * i), 3 * UmBench::kPage, i % 2);
    sc_core::sc_start(300, sc_core::SC_US);
  }
  sc_core::sc_start();
  for (const auto& sm : bench.sms) EXPECT_EQ(sm->done.size(), kEach);
  const auto& um = bench.driver.stats();
  EXPECT_EQ(um.faults.value(), bench.stats(0).faults.value() + bench.stats(1).faults.value());
  EXPECT_EQ(um.bytes.value(), (um.migrated.value() + um.replicated.value()) * UmBench::kPage);
  EXPECT_EQ(um.prefetches.value(), 6u);
  std::uint64_t copied = 0;
  for (const auto& memory : bench.memories) copied += memory->copy_engine().stats().bytes.value();
  EXPECT_EQ(copied, um.bytes.value());
  bench.expect_quiet();
}

TEST(Um, BadCallsAndParameters) {
  UmBench bench;
  EXPECT_THAT(error_of([&] { bench.driver.prefetch(bench.page(0), 1, 2); }), HasSubstr("gpu = 2"));
  EXPECT_THAT(error_of([&] { bench.driver.prefetch(bench.page(64), 1, 0); }),
              HasSubstr("\"managed\""));
  EXPECT_THAT(error_of([&] { bench.driver.prefetch(bench.page(63), UmBench::kPage + 1, 0); }),
              HasSubstr("bytes"));
  hw::gpu::UmParams params;
  params.block = core::Bytes(3 << 20);
  EXPECT_THAT(error_of([&] { params.validate("um"); }),
              HasSubstr("um.block = 3 MiB: expected 4 KiB ... 1 GiB, a power of two"));
  params = {};
  params.granularity = core::Bytes(100000);
  EXPECT_THAT(
      error_of([&] { params.validate("um"); }),
      AllOf(HasSubstr("um.granularity = "), HasSubstr("4 KiB ... 512 MiB, a power of two")));
  params = {};
  params.batch = 0;
  EXPECT_THAT(error_of([&] { params.validate("um"); }),
              HasSubstr("um.batch = 0: expected 1 ... 65536"));
  core::ParamRegistry registry;
  registry.add_override("batch", "0", "test");
  EXPECT_THAT(error_of([&] { hw::gpu::UmParams().declare(registry.root()); }), HasSubstr("batch"));
}

TEST(Um, ManagedDataNeedsADriver) {
  core::ClockDomain clock("clock", sc_core::sc_time(1, sc_core::SC_NS));
  hw::gpu::Deliveries deliveries(clock);
  model::PageTable pages("pages", {}, 1);
  pages.add({"m", 0, core::Bytes(1), model::Placement::kManaged, {}});
  hw::gpu::GpuMemory memory("gpu", {}, 0, 1, deliveries, pages);
  TestSm sm(clock, memory, 0);
  sm.read(0);
  EXPECT_THAT(error_of([&] { sc_core::sc_start(); }), HasSubstr("needs a UmDriver"));
}

}  // namespace
}  // namespace gf::test::um_test
