// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/topology/network/fat_tree.h
// Holds: tlm_models/topology/network/hyperx.h
// Closed forms beside what is counted in the graph.
#include "tlm_models/analytic/network_shapes.h"

#include <functional>
#include <gmock/gmock.h>
#include <queue>

#include "tests/support/errors.h"

namespace gf::model::network_shapes_test {
namespace {

FatTreeParams tree(unsigned k, unsigned n) {
  FatTreeParams params;
  params.k = k;
  params.n = n;
  return params;
}
HyperXParams hyperx(unsigned l, unsigned s, unsigned t) {
  HyperXParams params;
  params.l = l;
  params.s = s;
  params.t = t;
  return params;
}

/// Channels from `from` to each router by the shortest way.
std::vector<unsigned> distances(const RouterGraph& graph, unsigned from) {
  constexpr unsigned kFar = ~0u;
  std::vector<unsigned> found(graph.routers(), kFar);
  std::queue<unsigned> next({from});
  for (found[from] = 0; !next.empty(); next.pop()) {
    const unsigned at = next.front();
    for (unsigned p = graph.nodes_at(at); p < graph.ports(); ++p) {
      const RouterPort& port = graph.port(at, p);
      if (port.type == ChannelType::kUnused || found[port.peer] != kFar) continue;
      found[port.peer] = found[at] + 1;
      next.push(port.peer);
    }
  }
  return found;
}

/// `half`: of routers that are cut from the others; counts channels between.
unsigned cut(const RouterGraph& graph, const std::function<bool(unsigned)>& half) {
  unsigned channels = 0;
  for (unsigned r = 0; r < graph.routers(); ++r) {
    if (!half(r)) continue;
    for (unsigned p = graph.nodes_at(r); p < graph.ports(); ++p) {
      const RouterPort& port = graph.port(r, p);
      channels += port.type != ChannelType::kUnused && !half(port.peer) ? 1 : 0;
    }
  }
  return channels;
}

void expect_as(const RouterGraph& graph, const NetworkShape& shape) {
  EXPECT_EQ(graph.nodes(), shape.nodes);
  EXPECT_EQ(graph.routers(), shape.routers);
  EXPECT_EQ(graph.channels(ChannelType::kLocal) + graph.channels(ChannelType::kGlobal),
            shape.channels);
  unsigned longest = 0;
  double sum = 0;
  for (unsigned src = 0; src < graph.nodes(); ++src) {
    const std::vector<unsigned> hops = distances(graph, graph.router_of(src));
    for (unsigned dst = 0; dst < graph.nodes(); ++dst) {
      longest = std::max(longest, hops[graph.router_of(dst)]);
      sum += hops[graph.router_of(dst)];
    }
  }
  EXPECT_EQ(longest, shape.diameter);
  EXPECT_NEAR(sum / graph.nodes() / graph.nodes(), shape.mean_hops, 1e-9);
}

TEST(NetworkShapes, FatTreesAreAsTheClosedForms) {
  for (const auto& params : {tree(4, 3), tree(2, 1), tree(2, 5), tree(3, 3), tree(5, 2)}) {
    const FatTree made(params);
    const NetworkShape shape = shape_of(params);
    expect_as(made.graph(), shape);
    if (params.n == 1) continue;
    const unsigned half = made.arity() / 2;
    EXPECT_EQ(cut(made.graph(),
                  [&](unsigned r) {
                    return made.level(r) + 1 < made.levels() &&
                           made.digit(made.position(r), made.levels() - 2) < half;
                  }),
              shape.bisection);
  }
}

TEST(NetworkShapes, HyperXsAreAsTheClosedForms) {
  for (const auto& params : {hyperx(2, 4, 4), hyperx(1, 7, 2), hyperx(3, 3, 1), hyperx(4, 2, 1)}) {
    const HyperX made(params);
    const NetworkShape shape = shape_of(params);
    expect_as(made.graph(), shape);
    EXPECT_EQ(
        cut(made.graph(), [&](unsigned r) { return made.grid().coordinate(r, 0) < params.s / 2; }),
        shape.bisection);
  }
}

TEST(NetworkShapes, FatTreeWithoutNodesAboveItsLeaves) {
  const FatTree made(tree(4, 3));
  const RouterGraph& graph = made.graph();
  for (unsigned r = 0; r < graph.routers(); ++r) {
    EXPECT_EQ(graph.nodes_at(r), r < 16 ? 4u : 0u);
    for (unsigned p = 0; p < graph.ports(); ++p)
      EXPECT_EQ(graph.port(r, p).type == ChannelType::kUnused, r >= 32 && p >= 4) << r << " " << p;
  }
}

TEST(NetworkShapes, SizesHaveTheirLimits) {
  EXPECT_THAT(test::error_of([] { FatTree{tree(32, 4)}; }),
              testing::HasSubstr("at most 32768 nodes"));
  EXPECT_THAT(test::error_of([] { HyperX{hyperx(3, 20, 8)}; }),
              testing::HasSubstr("at most 64 ports per router"));
  EXPECT_THAT(test::error_of([] { HyperX{hyperx(4, 13, 1)}; }),
              testing::HasSubstr("at most 16384 routers"));
}

}  // namespace
}  // namespace gf::model::network_shapes_test
