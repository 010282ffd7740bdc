// SPDX-License-Identifier: Apache-2.0
// Holds: hw/gpu/memory/um_moves.cpp hw/gpu/memory/fault_buffer.h hw/gpu/memory/paging/shootdown.h
// Latency of lone page faults: the sums of the documented parts (hw/gpu/memory/README.md).
#include <gtest/gtest.h>

#include "tests/support/um_bench.h"

namespace gf::test::um_driver_test {
namespace {

using core::Cycle;

struct Times {
  double interrupt, batch, page, shootdown, replay;  ///< Microseconds.
  unsigned walk;
  unsigned period_ps;
};

void PrintTo(const Times& t, std::ostream* out) {
  *out << t.interrupt << " + " << t.batch << " + " << t.page << " + " << t.shootdown << " + "
       << t.replay << " us, walk " << t.walk << ", " << t.period_ps << " ps";
}

class UmTiming : public testing::TestWithParam<Times> {
 protected:
  static sc_core::sc_time us(double value) { return {value, sc_core::SC_US}; }
  static UmBench::Setting setting() {
    const Times& t = GetParam();
    UmBench::Setting setting;
    setting.um.interrupt = us(t.interrupt);
    setting.um.batch_time = us(t.batch);
    setting.um.page_time = us(t.page);
    setting.um.shootdown = us(t.shootdown);
    setting.um.replay = us(t.replay);
    setting.memory.walk_latency = t.walk;
    setting.period = {static_cast<double>(t.period_ps), sc_core::SC_PS};
    return setting;
  }
  /// Rounded up.
  static Cycle cycles(double microseconds) {
    const core::Ticks period = sc_core::sc_time(GetParam().period_ps, sc_core::SC_PS).value();
    return (us(microseconds).value() + period - 1) / period;
  }
  static Cycle walks() { return 1 + GetParam().walk + 1 + GetParam().walk; }
  /// The driver, without the way of the page.
  static Cycle driver(unsigned pages = 1) {
    const Times& t = GetParam();
    return std::max<Cycle>(1, cycles(t.interrupt)) + cycles(t.batch) + pages * cycles(t.page) +
           cycles(t.replay);
  }
  static Cycle shootdown() { return 2 + cycles(GetParam().shootdown); }
  /// A line that is in the cache, or is written as a whole, from its translation on.
  static Cycle hit() { return 20 + 10 + 1 + 30 + 20; }
  /// What the copy engine says that its copies took, and the cycle in which the driver knows.
  static Cycle copy(const UmBench& bench, unsigned from) {
    const auto& engine = bench.memories[from]->copy_engine().stats();
    return engine.busy.ticks() / bench.clock.period() + 1;
  }
};

TEST_P(UmTiming, AFaultThatMovesAPage) {
  UmBench bench(setting());
  bench.sm(0).read(bench.page(0));
  sc_core::sc_start();
  const Cycle moved = copy(bench, 1);
  EXPECT_EQ(bench.sm(0).latency(0), walks() + driver() + shootdown() + moved + hit());
  const double rate = UmBench::kPage / (moved * GetParam().period_ps / 1000.0 - 1000);
  EXPECT_GT(rate, 50) << "bytes a nanosecond, setup apart";
  EXPECT_LT(rate, 4 * 64 * 1000.0 / GetParam().period_ps) << "four ports into the crossbar";
}

TEST_P(UmTiming, AFirstTouchMovesNothing) {
  UmBench::Setting without = setting();
  without.homes = {};
  UmBench bench(without);
  bench.sm(0).write(bench.page(0));
  sc_core::sc_start();
  EXPECT_EQ(bench.sm(0).latency(0), walks() + driver() + hit());
  EXPECT_EQ(bench.driver.stats().shootdowns.value(), 0u);
}

TEST_P(UmTiming, AMappingThatTakesNothingFromAnybodyIsTheDriversTimeAlone) {
  UmBench::Setting preferred = setting();
  preferred.advice.preferred = 1;
  UmBench bench(preferred);
  bench.sm(0).most_open = 1;
  bench.sm(0).read(bench.page(0));
  bench.sm(0).read(bench.page(0));
  sc_core::sc_start();
  const Cycle remote = bench.sm(0).latency(1) - 1;
  const Cycle dram = bench.sm(0).latency(0) - (walks() + driver() + remote);
  EXPECT_GT(dram, 60u);
  EXPECT_LT(dram, 120u) << "100 ns and the line";
}

TEST_P(UmTiming, ACollapseIsAShootdownWithoutACopy) {
  UmBench::Setting shared = setting();
  shared.advice.read_mostly = true;
  UmBench bench(shared);
  bench.sm(0).most_open = 1;
  bench.sm(0).read(bench.page(0));
  bench.sm(0).write(bench.page(0));
  sc_core::sc_start();
  ASSERT_EQ(bench.driver.stats().collapsed.value(), 1u);
  EXPECT_EQ(bench.sm(0).latency(1), walks() + driver() + shootdown() + hit());
}

TEST_P(UmTiming, PagesOfABlockShareEverythingButTheirOwnTime) {
  UmBench bench(setting());
  for (unsigned n = 0; n < 4; ++n) bench.sm(0, n).read(bench.page(n));
  sc_core::sc_start();
  ASSERT_EQ(bench.driver.stats().batches.value(), 1u);
  const Cycle moved = copy(bench, 1);
  for (unsigned n = 0; n < 4; ++n)
    EXPECT_EQ(bench.sm(0, n).latency(0), walks() + driver(4) + shootdown() + moved + hit());
}

TEST_P(UmTiming, AFaultOneCycleTooLateIsInTheNextBatch) {
  const Times& t = GetParam();
  UmBench bench(setting());
  const Cycle begins = std::max<Cycle>(1, cycles(t.interrupt));
  bench.sm(0, 0).read(bench.page(0), 0xF, 1);
  bench.sm(0, 1).read(bench.page(1), 0xF, begins);      // in the buffer one cycle before the taking
  bench.sm(0, 2).read(bench.page(2), 0xF, 1 + begins);  // in the cycle of the taking
  sc_core::sc_start();
  EXPECT_EQ(bench.driver.stats().batches.value(), 2u);
  EXPECT_EQ(bench.driver.stats().faults.value(), 3u);
  EXPECT_EQ(bench.sm(0, 0).done[0].done, bench.sm(0, 1).done[0].done);
  EXPECT_LT(bench.sm(0, 1).done[0].done, bench.sm(0, 2).done[0].done);
}

INSTANTIATE_TEST_SUITE_P(Clocks, UmTiming,
                         testing::Values(Times{2, 16, 1, 2, 2, 400, 1000},
                                         Times{0, 0, 0, 0, 0, 400, 1000},
                                         Times{3.3, 30.1, 0.7, 5, 0.2, 123, 1481}));

}  // namespace
}  // namespace gf::test::um_driver_test
