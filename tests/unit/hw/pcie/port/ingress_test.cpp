// SPDX-License-Identifier: Apache-2.0
#include "hw/pcie/port/ingress.h"

#include "tests/support/matchers.h"
#include "tests/support/pcie_bench.h"
#include "tests/support/run.h"
#include "tests/support/three_devices.h"

namespace gf::hw::pcie::ingress_test {
namespace {

/// To several outputs, one queue a class for all.
class OrderingAcrossOutputs : public test::ThreeDevices, public testing::Test {
 protected:
  OrderingAcrossOutputs() : ThreeDevices("fifo") {}
};

TEST_F(OrderingAcrossOutputs, ReadsAndCompletionsWaitForAnOlderWriteToAnotherPort) {
  devices_[1]->keeps = true;
  write(1);
  write(1);  // no place for it
  read(2);
  completion(2);
  sc_core::sc_start();
  EXPECT_THAT(classes_at(2), IsEmpty());
  drain();
  EXPECT_EQ(classes_at(2).size(), 2u);
}

TEST_F(OrderingAcrossOutputs, HeadOfLineBlockingShowsInTheStatistics) {
  devices_[1]->keeps = true;
  write(1);
  write(1);  // waits for credit
  write(2);  // could go, but stands behind it
  sc_core::sc_start();
  EXPECT_THAT(devices_[2]->seen, IsEmpty());
  const sc_core::sc_time freed = sc_core::sc_time(5, sc_core::SC_US);
  test::run_through(freed.value());
  devices_[1]->keeps = false;
  devices_[1]->release_kept();
  sc_core::sc_start();
  EXPECT_EQ(devices_[2]->seen.size(), 1u);
  // From when the third write could have been served to when the second left.
  const link::LinkParams link;
  const Tlp third = devices_[2]->seen[0].tlp;
  const sc_core::sc_time blocked = freed + link.credit_latency - core::to_time(third.arrived);
  EXPECT_DOUBLE_EQ(test::stat("sw.egress_1", "hol_blocked"), blocked.to_seconds());
  EXPECT_EQ(test::stat("sw.egress_2", "hol_blocked"), 0);
  EXPECT_GT(test::stat("sw.egress_1", "stall.no_credit"), 0);
  drain();
}

}  // namespace
}  // namespace gf::hw::pcie::ingress_test
