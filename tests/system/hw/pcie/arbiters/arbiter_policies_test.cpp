// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/support/in_child.h"
#include "tests/support/lt_initiator.h"
#include "tests/support/pcie_bench.h"
#include "tests/support/pcie_outcomes.h"

namespace gf::arbiter_policies_test {
namespace {

using hw::pcie::SwitchParams;
using namespace pcie_outcomes;  // NOLINT: what these tests share

TEST(Sensitivity, TwoFlowsOnAPortHalveAndLoseArbitration) {
  const Outcome alone = run({{0, 1, kLong}}, kUnchanged);
  const Outcome both = run({{0, 1, kLong}, {2, 1, kLong}}, kUnchanged);
  EXPECT_EQ(alone.arbitration_lost, 0);
  EXPECT_GT(both.arbitration_lost, 0);
  for (const double end : both.ends) EXPECT_NEAR(end / alone.ends[0], 2.0, 0.05);
}

TEST(Sensitivity, WeightsShareAPort) {
  // Input 0 of k80_0 is GPU 0; its upstream port, with GPU 2's flow, is input 2.
  const Flows conflict = {{0, 1, kLong}, {2, 1, kLong}};
  const auto with = [](std::vector<unsigned> weights) {
    return [weights](PcieBench& b) { b.bridge("k80_0").weights = weights; };
  };
  const Outcome equal = run(conflict, with({}));
  const Outcome first = run(conflict, with({3, 1, 1}));
  const Outcome second = run(conflict, with({1, 1, 3}));
  EXPECT_NEAR(equal.ends[0] / equal.ends[1], 1.0, 0.02);
  EXPECT_NEAR(first.ends[0] / equal.ends[0], 2.0 / 3, 0.05) << "3/4 of the port until it ends";
  EXPECT_NEAR(second.ends[1] / equal.ends[1], 2.0 / 3, 0.05);
}

TEST(Sensitivity, PacketCostFavoursLargeTlps) {
  // GPU 4's flow comes in pieces of 64 B, GPU 0's in TLPs of 256 B.
  const Flows conflict = {{0, 1, kLong}, {4, 1, kLong}};
  const auto with = [](unsigned cost) {
    return [cost](PcieBench& b) { b.each_bridge([&](SwitchParams& s) { s.packet_cost = cost; }); };
  };
  double last = 1e18;
  for (const unsigned cost : {0u, 64u, 256u, 4096u}) {
    const double end = run(conflict, with(cost)).ends[0];
    EXPECT_LT(end, last) << cost;
    last = end;
  }
}

TEST(Sensitivity, FixedArbitrationServesTheLowestInputFirst) {
  const Flows conflict = {{0, 1, kLong}, {2, 1, kLong}};
  const auto with = [](const std::string& policy) {
    return [policy](PcieBench& b) {
      b.each_bridge([&](SwitchParams& s) { s.downstream_arbitration = policy; });
    };
  };
  const Outcome fair = run(conflict, with("round_robin"));
  const Outcome fixed = run(conflict, with("fixed"));
  EXPECT_NEAR(fixed.ends[0] / fair.ends[0], 0.5, 0.03);
  EXPECT_NEAR(fixed.ends[1] / fair.ends[1], 1.0, 0.03);
}

}  // namespace
}  // namespace gf::arbiter_policies_test
