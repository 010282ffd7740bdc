// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/support/um_bench.h"
#include "tests/support/um_pages.h"

namespace gf::test::um_moves_test {
namespace {

using um_pages::read_mostly;

std::vector<std::uint8_t> pattern(std::size_t bytes, unsigned seed) {
  std::vector<std::uint8_t> data(bytes);
  for (std::size_t i = 0; i < bytes; ++i)
    data[i] = static_cast<std::uint8_t>((i * 2654435761u + seed) >> 7);
  return data;
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

}  // namespace
}  // namespace gf::test::um_moves_test
