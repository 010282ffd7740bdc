// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/analytic/network_cost.h"

#include <gtest/gtest.h>
#include <map>

#include "tlm_models/topology/network/fat_tree.h"

namespace gf::model::network_cost_test {
namespace {

std::map<std::uint32_t, unsigned> degrees(const NetworkPlan& plan) {
  std::map<std::uint32_t, unsigned> channels;
  for (const NetworkPlan::Channel& channel : plan.channels) {
    ++channels[channel.a];
    ++channels[channel.b];
  }
  return channels;
}

TEST(NetworkCost, CablesCrossWhereTheirLinesDo) {
  const CostInputs inputs;
  const double at = cable_crossing(inputs);
  EXPECT_NEAR(at, 7.29, 0.01);
  EXPECT_DOUBLE_EQ(cable_cost(inputs, at / 2), 2.16 + 1.4 * at / 2);
  EXPECT_DOUBLE_EQ(cable_cost(inputs, 2 * at), 9.7103 + 0.364 * 2 * at);
}

TEST(NetworkCost, PlansHaveTheDegreesOfTheirNetworks) {
  const NetworkPlan butterfly = plan_flattened_butterfly(65'536);
  EXPECT_EQ(butterfly.nodes, 65'536u);
  for (const auto& [router, degree] : degrees(butterfly)) ASSERT_EQ(degree, 45u) << router;
  const NetworkPlan clos = plan_folded_clos(16'384);
  EXPECT_EQ(clos.routers.size(), 512u + 512 + 256);
  const auto ports = degrees(clos);
  for (std::uint32_t r = 0; r < 512; ++r) ASSERT_EQ(ports.at(r), 32u) << "leaf";
  for (std::uint32_t r = 512; r < 1280; ++r) ASSERT_EQ(ports.at(r), 64u) << "middle, top";
  EXPECT_EQ(plan_dragonfly(16'384).nodes, 16'384u);
  EXPECT_EQ(plan_dragonfly(16'384).routers.size(), 1024u);
  EXPECT_EQ(plan_torus(4096).channels.size(), 3u * 4096);
  EXPECT_DOUBLE_EQ(plan_torus(4096).channel_bandwidth, 2.0) << "16 / 8";
}

TEST(NetworkCost, TwoCabinetsByHand) {
  NetworkPlan plan{"pair", 4, {{0, false}, {2, false}}, {{0, 1}, {0, 0}}, 1};
  CostInputs inputs;
  inputs.nodes_per_cabinet = 2;
  const NetworkCost cost = cost_of(plan, inputs);
  EXPECT_EQ(cost.cable_count, 1u);
  // Side by side or one behind the other, as the room is laid out.
  EXPECT_NEAR(cost.mean_meters, 2.0 + (cost.mean_meters > 3 ? 1.5 : 0.6), 1e-9);
  EXPECT_NEAR(cost.cables, 10 * (2.16 + 1.4 * cost.mean_meters) / 4, 1e-9);
  EXPECT_NEAR(cost.backplanes, 10 * 0.65 * (1 + 0.25), 1e-9) << "four nodes' and one channel's";
  EXPECT_NEAR(cost.routers, 390. / 64 * (4 + 2 * 2) / 4, 1e-9);
}

TEST(NetworkCost, PlansOfGraphsHaveTheirChannels) {
  FatTreeParams params;
  params.k = 4;
  params.n = 3;
  const NetworkPlan tree = plan_of("fat tree", FatTree(params).graph());
  EXPECT_EQ(tree.nodes, 64u);
  EXPECT_EQ(tree.channels.size(), 128u);
  EXPECT_FALSE(tree.routers.at(15).central) << "the last with nodes";
  EXPECT_TRUE(tree.routers.at(16).central);
}

TEST(NetworkCost, BandwidthForACostIsThatWhichCostsIt) {
  NetworkPlan plan = plan_dragonfly(4096);
  const double dollars = cost_of(plan, {}).total();
  EXPECT_NEAR(bandwidth_for(plan, dollars, {}), 1, 1e-9);
  plan.channel_bandwidth = 1.5;
  EXPECT_NEAR(bandwidth_for(plan_dragonfly(4096), cost_of(plan, {}).total(), {}), 1.5, 1e-9);
  EXPECT_LT(bandwidth_for(plan, 1, {}), 0) << "less than a node's own port";
}

}  // namespace
}  // namespace gf::model::network_cost_test
