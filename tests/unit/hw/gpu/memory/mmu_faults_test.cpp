// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/support/um_bench.h"
#include "tests/support/um_pages.h"

namespace gf::test::mmu_faults_test {
namespace {

using um_pages::microseconds;

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

}  // namespace
}  // namespace gf::test::mmu_faults_test
