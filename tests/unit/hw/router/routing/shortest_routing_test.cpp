// SPDX-License-Identifier: Apache-2.0
#include "hw/router/routing/shortest_routing.h"

#include <gtest/gtest.h>

#include "core/base/random.h"
#include "tests/support/routing_walk.h"
#include "tlm_models/topology/network/dragonfly.h"
#include "tlm_models/topology/network/fat_tree.h"

namespace gf::hw::router::shortest_routing_test {
namespace {

/// Walks every pair; the longest way.
std::size_t expect_safe(const model::RouterGraph& graph) {
  const ShortestRouting routing(graph, 2);
  test::Dependencies waits_for;
  std::size_t longest = 0;
  for (unsigned src = 0; src < graph.nodes(); ++src) {
    for (unsigned dst = 0; dst < graph.nodes(); ++dst) {
      const auto channels = test::walk(graph, routing, test::packet(src, dst));
      longest = std::max(longest, channels.size());
      test::add_way(waits_for, channels);
    }
  }
  EXPECT_EQ(test::in_cycles(waits_for), 0u);
  EXPECT_EQ(routing.vcs(), longest);
  return longest;
}

/// A ring of routers and some chords.
model::RouterGraph random_graph(unsigned routers, std::uint64_t seed) {
  core::RandomStream random(seed, "graph");
  std::vector<unsigned> nodes_at(routers, 1), used(routers, 1);
  model::RouterGraph graph(12, nodes_at);
  const auto join = [&](unsigned a, unsigned b) {
    if (a != b && used[a] < 12 && used[b] < 12)
      graph.connect(a, used[a]++, b, used[b]++, model::ChannelType::kLocal);
  };
  for (unsigned r = 0; r < routers; ++r) join(r, (r + 1) % routers);
  for (unsigned i = 0; i < routers / 2; ++i)
    join(static_cast<unsigned>(random.below(routers)),
         static_cast<unsigned>(random.below(routers)));
  return graph;
}

TEST(ShortestRouting, ArrivesAndNoWaitsCloseACircleInAnyNetwork) {
  EXPECT_EQ(expect_safe(model::FatTree(model::FatTreeParams{}).graph()), 4u);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) expect_safe(random_graph(5 + seed, seed));
}

TEST(ShortestRouting, WaysOfADragonflyAreNoLongerThanItsMinimalOnes) {
  model::DragonflyParams params;
  params.p = params.h = 2;
  params.a = 4;
  const model::Dragonfly dragonfly(params);
  const model::RouterGraph& graph = dragonfly.graph();
  const ShortestRouting routing(graph, 2);
  EXPECT_EQ(expect_safe(graph), 3u);
  for (unsigned src = 0; src < graph.nodes(); ++src) {
    for (unsigned dst = 0; dst < graph.nodes(); ++dst) {
      EXPECT_LE(test::walk(graph, routing, test::packet(src, dst)).size(),
                dragonfly.minimal_hops(graph.router_of(src), dst, dst));
    }
  }
}

}  // namespace
}  // namespace gf::hw::router::shortest_routing_test
