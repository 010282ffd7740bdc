// SPDX-License-Identifier: Apache-2.0
// Unified memory: faults, the driver, advice, prefetches.
#include "hw/gpu/memory/um_driver.h"

#include <random>

#include "tests/support/errors.h"
#include "tests/support/matchers.h"
#include "tests/support/um_bench.h"
#include "tests/support/um_pages.h"

namespace gf::test::um_driver_test {
namespace {

using hw::gpu::LineOp;
using namespace um_pages;  // NOLINT: what these tests share

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
}  // namespace gf::test::um_driver_test
