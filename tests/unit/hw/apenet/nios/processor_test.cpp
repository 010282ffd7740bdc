// SPDX-License-Identifier: Apache-2.0
// The processor: one task at a time, in order, for the cycles that it charges.
#include "hw/apenet/nios/processor.h"

#include <gtest/gtest.h>
#include <vector>

#include "tests/support/errors.h"

namespace gf::hw::apenet::processor_test {
namespace {

/// Two segments of 100 and 60 cycles; remembers when each began.
class TwoSegments final : public Firmware {
 public:
  std::vector<std::uint64_t> began_ns;
  bool run(unsigned step, void*, Meter& meter) override {
    began_ns.push_back(sc_core::sc_time_stamp().value() / 1000000);
    meter.charge(step == 0 ? 100 : 60);
    return step == 0;
  }
};

TEST(ApenetProcessor, SegmentTakesTheCyclesThatItCharges) {
  CostTable costs;
  Processor nios("nios", costs);
  TwoSegments code;
  nios.post(NiosTaskKind::kRxPacket, code, nullptr);
  nios.post(NiosTaskKind::kTx, code, nullptr);
  sc_core::sc_start();
  // 10 + 100 cycles, then 60, of 5 ns; the second task waits for the first to end.
  EXPECT_EQ(code.began_ns, (std::vector<std::uint64_t>{0, 550, 850, 1400}));
  EXPECT_TRUE(nios.idle());
  EXPECT_EQ(nios.stats().busy.value(), sc_core::sc_time(1700, sc_core::SC_NS));
  EXPECT_EQ(nios.stats().busy_rx.value(), sc_core::sc_time(850, sc_core::SC_NS));
  EXPECT_EQ(nios.stats().busy_tx.value(), sc_core::sc_time(850, sc_core::SC_NS));
  EXPECT_EQ(nios.stats().rx_tasks.value(), 1u);
}

TEST(ApenetProcessor, SlowerClockTakesLongerInProportion) {
  CostTable costs;
  costs.clock = sc_core::sc_time(10, sc_core::SC_NS);
  Processor nios("nios", costs);
  TwoSegments code;
  nios.post(NiosTaskKind::kTx, code, nullptr);
  sc_core::sc_start();
  EXPECT_EQ(nios.stats().busy.value(), sc_core::sc_time(1700, sc_core::SC_NS));
}

TEST(ApenetProcessor, WithoutTasksThereAreNoEvents) {
  Processor nios("nios", CostTable{});
  sc_core::sc_start();
  EXPECT_EQ(sc_core::sc_time_stamp(), sc_core::SC_ZERO_TIME);
  EXPECT_TRUE(nios.idle());
}

TEST(ApenetProcessor, RefusesAClockAboveItsLimit) {
  CostTable costs;
  costs.clock = sc_core::sc_time(2, sc_core::SC_NS);
  const std::string error = test::error_of([&] { Processor nios("nios", costs); });
  EXPECT_NE(error.find("nios.clock = 2 ns: expected 2.5 ns ... 1 us;"), std::string::npos) << error;
}

}  // namespace
}  // namespace gf::hw::apenet::processor_test
