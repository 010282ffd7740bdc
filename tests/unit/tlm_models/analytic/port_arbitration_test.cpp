// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/analytic/port_arbitration.h"

#include <gtest/gtest.h>

namespace gf::model::port_arbitration_test {
namespace {

TEST(PortArbitration, UpstreamPortWithRoomPassesAll) {
  std::vector<PortFlow> flows{{0, 0.4, false}, {1, 0.6, false}};
  arbitrate_upstream(flows);
  EXPECT_DOUBLE_EQ(flows[0].factor, 0.4);
  EXPECT_DOUBLE_EQ(flows[1].factor, 0.6);
}

TEST(PortArbitration, FairShareIsACapEvenWithoutRootTraffic) {
  std::vector<PortFlow> flows{{0, 0.2, false}, {1, 0.9, false}};
  arbitrate_downstream(flows, {0.2, false, 0.01});
  EXPECT_DOUBLE_EQ(flows[0].factor, 0.2);
  EXPECT_DOUBLE_EQ(flows[1].factor, 0.5);
}

TEST(PortArbitration, SuperCommunicationSharesItsPartAmongMembers) {
  std::vector<PortFlow> flows{{0, 0.6, false}, {0, 0.2, false}, {1, 1.0, false}};
  arbitrate_downstream(flows, {0.2, false, 0.01});
  EXPECT_DOUBLE_EQ(flows[0].factor, 0.375);
  EXPECT_DOUBLE_EQ(flows[1].factor, 0.125);
  EXPECT_DOUBLE_EQ(flows[2].factor, 0.5);
}

TEST(PortArbitration, RootLossActsOnceOnTheWholeBundle) {
  std::vector<PortFlow> flows{{0, 0.5, true}, {0, 0.5, true}};
  arbitrate_downstream(flows, {0.2, true, 0.01});
  EXPECT_DOUBLE_EQ(flows[0].factor + flows[1].factor, 0.8);
  arbitrate_downstream(flows, {0.2, false, 0.01});  // at a later port with one input
  EXPECT_DOUBLE_EQ(flows[0].factor + flows[1].factor, 0.8);
  std::vector<PortFlow> small{{0, 0.5, true}};
  arbitrate_downstream(small, {0.2, true, 0.01});
  EXPECT_DOUBLE_EQ(small[0].factor, 0.5);
}

TEST(PortArbitration, ThreeInputsDoNotExceedThePort) {
  std::vector<PortFlow> flows{{0, 1.0, true}, {1, 1.0, false}, {2, 1.0, false}};
  arbitrate_downstream(flows, {0.2, false, 0.01});
  EXPECT_DOUBLE_EQ(flows[0].factor, 1.0 / 3 - 0.2);
  EXPECT_DOUBLE_EQ(flows[1].factor, 1.0 / 3 + 0.1);
  EXPECT_DOUBLE_EQ(flows[2].factor, 1.0 / 3 + 0.1);
}

TEST(PortArbitration, LeastShareKeepsRootTrafficMoving) {
  std::vector<PortFlow> flows;
  for (unsigned i = 0; i < 8; ++i) flows.push_back({i, 1.0, i == 0});
  arbitrate_downstream(flows, {0.2, false, 0.01});
  EXPECT_DOUBLE_EQ(flows[0].factor, 0.01);
}

TEST(PortArbitration, WhoIsNotLoweredLaterBlocksNobody) {
  std::vector<HolFlow> flows{{0.3, false}, {0.7, false}};
  block_head_of_line(flows);
  EXPECT_FALSE(flows[1].blocked);
  flows[0].lowered_later = true;
  block_head_of_line(flows);
  EXPECT_TRUE(flows[1].blocked);
  EXPECT_FALSE(flows[0].blocked);
  EXPECT_DOUBLE_EQ(flows[1].factor, 0.3);
}

TEST(PortArbitration, FreedShareIsSplitEqually) {
  std::vector<RaiseFlow> flows{{0.4, true, 0.1}, {0.3, false, 1}, {0.3, false, 1}};
  raise_unblocked(flows);
  EXPECT_DOUBLE_EQ(flows[0].factor, 0.1);
  EXPECT_DOUBLE_EQ(flows[1].factor, 0.45);
  EXPECT_DOUBLE_EQ(flows[2].factor, 0.45);
}

TEST(PortArbitration, NobodyToRaiseLosesTheShare) {
  std::vector<RaiseFlow> flows{{0.5, true, 0.3}, {0.5, true, 0.3}};
  raise_unblocked(flows);
  EXPECT_DOUBLE_EQ(flows[0].factor + flows[1].factor, 0.6);
}

}  // namespace
}  // namespace gf::model::port_arbitration_test
