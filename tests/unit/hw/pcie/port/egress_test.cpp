// SPDX-License-Identifier: Apache-2.0
// Stall time: the causes add up to the wait, and each wait is charged to what caused it.
#include "hw/pcie/port/egress.h"

#include <gmock/gmock.h>

#include "tests/support/pcie_bench.h"

namespace gf::hw::pcie::egress_test {
namespace {

using core::StallCause;
using sc_core::SC_ZERO_TIME;

sc_core::sc_time sum_of(const core::StallTimes& stalls) {
  sc_core::sc_time sum;
  for (std::size_t cause = 0; cause < core::kStallCauses; ++cause) {
    sum += stalls.of(static_cast<StallCause>(cause));
  }
  return sum;
}

TEST(EgressStalls, LoneTlpWaitsForNothing) {
  test::PcieBench bench("t2");
  const Flow& flow = bench.copy(0, 5, 256);
  sc_core::sc_start();
  // The pieces that the root complex makes wait for one another, there and nowhere else.
  EXPECT_EQ(sum_of(flow.stalls), flow.stalls.of(StallCause::kLinkBusy));
  EXPECT_EQ(test::stat("gpu0.egress", "stall.link_busy"), 0);
  EXPECT_GT(test::stat("rc.egress_1", "stall.link_busy"), 0);
}

TEST(EgressStalls, LoneFlowWaitsForItsOwnLink) {
  test::PcieBench bench("t1");
  const Flow& flow = bench.copy(0, 1, 1 << 20);
  sc_core::sc_start();
  EXPECT_GT(flow.stalls.of(StallCause::kLinkBusy), SC_ZERO_TIME);
  EXPECT_EQ(flow.stalls.of(StallCause::kArbitrationLost), SC_ZERO_TIME);
  EXPECT_EQ(flow.stalls.of(StallCause::kNoCredit), SC_ZERO_TIME);
}

TEST(EgressStalls, CrowdedPortIsLostArbitrationThereAndNoCreditBeforeIt) {
  test::PcieBench bench("t1");
  const Flow& a = bench.copy(0, 1, 1 << 20);
  const Flow& b = bench.copy(2, 1, 1 << 20);
  sc_core::sc_start();
  for (const Flow* flow : {&a, &b}) {
    EXPECT_GT(flow->stalls.of(StallCause::kArbitrationLost), SC_ZERO_TIME);
    EXPECT_GT(flow->stalls.of(StallCause::kNoCredit), SC_ZERO_TIME);
  }
  EXPECT_GT(test::stat("k80_0.egress_1", "stall.arbitration_lost"), 0);
  EXPECT_EQ(test::stat("k80_0.egress_1", "stall.no_credit"), 0);
  EXPECT_GT(test::stat("gpu0.egress", "stall.no_credit"), 0);
}

TEST(EgressStalls, PortsAndFlowsAgree) {
  test::PcieBench bench("t2");
  std::vector<const Flow*> flows;
  for (unsigned gpu = 0; gpu < 8; ++gpu) flows.push_back(&bench.copy(gpu, (gpu + 3) % 8, 1 << 18));
  sc_core::sc_start();
  for (const StallCause cause :
       {StallCause::kNoCredit, StallCause::kLinkBusy, StallCause::kArbitrationLost}) {
    double by_flow = 0;
    for (const Flow* flow : flows) by_flow += flow->stalls.of(cause).to_seconds();
    double by_port = 0;
    for (const core::StatRow& row : core::StatRegistry::instance().rows()) {
      if (row.name == "stall." + std::string(core::to_text(cause))) by_port += row.value;
    }
    EXPECT_NEAR(by_port, by_flow, 1e-12) << core::to_text(cause);
  }
}

TEST(EgressStalls, ReplayIsChargedToWhatItHeldUp) {
  test::PcieBench bench("t1");
  bench.endpoint(0).port.link.error_packets = {0};
  const Flow& held_up = bench.copy(0, 1, 65536);  // still sending as the NAK comes
  sc_core::sc_start();
  EXPECT_GT(held_up.stalls.of(StallCause::kReplay), SC_ZERO_TIME);
}

TEST(EgressStalls, ReplayIsNotChargedToWhatCameLater) {
  test::PcieBench bench("t1");
  bench.endpoint(0).port.link.error_packets = {0};
  bench.copy(0, 1, 256);
  sc_core::sc_start();
  EXPECT_GT(test::stat("gpu0.egress.tx", "replaying"), 0);
  const Flow& later = bench.copy(0, 1, 1024);
  sc_core::sc_start();
  EXPECT_EQ(later.stalls.of(StallCause::kReplay), SC_ZERO_TIME);
  EXPECT_GT(later.stalls.of(StallCause::kLinkBusy), SC_ZERO_TIME);
}

}  // namespace
}  // namespace gf::hw::pcie::egress_test
