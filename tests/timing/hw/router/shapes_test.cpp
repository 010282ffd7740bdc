// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/network/network.h
// Latency of one packet in an empty fat tree, HyperX and network from a file: every pair, to the
// cycle. Defaults: node 1, terminal channels 1 each, routers 1, local channels 2, global ones 6.
#include <gtest/gtest.h>
#include <sstream>

#include "hw/router/routing/fat_tree_routing.h"
#include "hw/router/routing/hyperx_routing.h"
#include "hw/router/routing/shortest_routing.h"
#include "tests/support/graph_bench.h"
#include "tlm_models/topology/network/dragonfly.h"
#include "tlm_models/topology/network/network_file.h"

namespace gf::test::shapes_test {
namespace {

core::Cycle sum(unsigned local, unsigned global) {
  return 1 + 1 + (local + global + 1) + 2 * local + 6 * global + 1;
}

TEST(ZeroLoadOf, FatTree) {
  const model::FatTree tree(model::FatTreeParams{});
  hw::router::FatTreeRouting routing(tree, hw::router::UpChoice::kAdaptive, 1, 1);
  GraphBench bench(tree.graph(), routing, 1);
  for (unsigned src = 0; src < 64; ++src) {
    for (unsigned dst = 0; dst < 64; ++dst) {
      const unsigned climb = tree.climb(src, dst);
      ASSERT_EQ(bench.latency(src, dst), sum(climb > 0 ? 2 : 0, climb > 1 ? 2 : 0));
    }
  }
}

TEST(ZeroLoadOf, HyperX) {
  const model::HyperX network(model::HyperXParams{});
  hw::router::HyperXRouting routing(network, hw::router::HyperXPath::kMinimal, 1, 1);
  GraphBench bench(network.graph(), routing, 1);
  for (unsigned src = 0; src < 64; ++src) {
    for (unsigned dst = 0; dst < 64; ++dst) {
      const unsigned a = src / 4, b = dst / 4;
      ASSERT_EQ(bench.latency(src, dst), sum(a % 4 != b % 4 ? 1 : 0, a / 4 != b / 4 ? 1 : 0));
    }
  }
}

TEST(ZeroLoadOf, ADragonflyThatIsWrittenToAFile) {
  model::DragonflyParams params;
  params.p = params.h = 2;
  params.a = 4;
  const model::Dragonfly dragonfly(params);
  std::stringstream file;
  model::write_network_file(file, dragonfly.graph(), [](const model::RouterPort& port) {
    return port.type == model::ChannelType::kGlobal ? 6u : 2u;
  });
  const model::RouterGraph graph = model::read_network_file(file, "dragonfly");
  hw::router::ShortestRouting routing(graph, 2);
  GraphBench bench(graph, routing, routing.vcs());
  for (unsigned src = 0; src < 72; ++src) {
    for (unsigned dst = 0; dst < 72; ++dst) {
      const unsigned hops = dragonfly.minimal_hops(dragonfly.graph().router_of(src), dst, dst);
      const bool far = dragonfly.group_of_node(src) != dragonfly.group_of_node(dst);
      ASSERT_EQ(bench.latency(src, dst), sum(hops - (far ? 1 : 0), far ? 1 : 0))
          << src << " " << dst;
    }
  }
}

}  // namespace
}  // namespace gf::test::shapes_test
