// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/topology/pcie/root_routes.h"

#include <algorithm>
#include <gmock/gmock.h>

namespace gf::model::root_routes_test {
namespace {

/// A ring of `roots`. `turning`: port 0 of each leads to the next one, else to the neighbour with
/// the lower number.
std::vector<RootLink> ring(unsigned roots, bool turning = false) {
  std::vector<RootLink> links;
  const auto port = [&](unsigned at, unsigned to, unsigned other) {
    return turning ? (to == (at + 1) % roots ? 0u : 1u) : to < other ? 0u : 1u;
  };
  for (unsigned i = 0; i < roots; ++i) {
    const unsigned next = (i + 1) % roots;
    links.push_back(
        {i, port(i, next, (i + roots - 1) % roots), next, port(next, i, (next + 1) % roots)});
  }
  return links;
}

/// Returns the number of links on a way; the walk ends after `most`.
unsigned length(const RootRoutes& routes, unsigned from, unsigned to, unsigned most) {
  unsigned links = 0;
  for (; from != to && links <= most; ++links) from = routes.next(from, to);
  return links;
}

TEST(RootRoutes, AreShortestWhileTheyFormNoCircle) {
  const RootRoutes routes(4, ring(4));
  EXPECT_TRUE(routes.all_shortest());
  for (unsigned from = 0; from < 4; ++from) {
    EXPECT_EQ(routes.next(from, (from + 1) % 4), (from + 1) % 4);
    EXPECT_EQ(routes.next(from, (from + 3) % 4), (from + 3) % 4);
    EXPECT_EQ(length(routes, from, (from + 2) % 4, 4), 2u);
  }
}

TEST(RootRoutes, OfEqualOnesTheLowestPortIsTaken) {
  const RootRoutes routes(4, ring(4));
  EXPECT_EQ(routes.port(0, 2), 0u);
  EXPECT_EQ(routes.port(1, 3), 0u);
  EXPECT_EQ(routes.next(1, 3), 0u);
  EXPECT_EQ(routes.next_port(0, 2), 0u) << "of 1, towards 0";
}

TEST(RootRoutes, TiesThatAllTurnTheSameWayWouldFormACircle) {
  const RootRoutes routes(4, ring(4, true));
  EXPECT_FALSE(routes.all_shortest());
  EXPECT_EQ(routes.next(1, 3), 0u) << "up to 0 and then down";
  for (unsigned from = 0; from < 4; ++from) EXPECT_EQ(length(routes, from, (from + 2) % 4, 4), 2u);
}

TEST(RootRoutes, OfALargeRingGoUpAndThenDown) {
  for (const unsigned roots : {5u, 6u, 7u, 8u}) {
    const RootRoutes routes(roots, ring(roots));
    EXPECT_FALSE(routes.all_shortest());
    bool longer = false;
    for (unsigned from = 0; from < roots; ++from) {
      for (unsigned to = 0; to < roots; ++to) {
        if (from == to) continue;
        const unsigned links = length(routes, from, to, roots);
        EXPECT_LT(links, roots) << from << " to " << to << " of " << roots;
        const unsigned ahead = (to + roots - from) % roots;
        longer = longer || links > std::min(ahead, roots - ahead);
      }
      EXPECT_EQ(length(routes, from, 0, roots), std::min(from, roots - from));
    }
    EXPECT_TRUE(longer) << "the link that would close the circle is not crossed";
  }
}

TEST(RootRoutes, OfACompleteGraphAreItsLinks) {
  std::vector<RootLink> links;
  for (unsigned a = 0; a < 8; ++a)
    for (unsigned b = a + 1; b < 8; ++b) links.push_back({a, b - 1, b, a});
  const RootRoutes routes(8, links);
  EXPECT_TRUE(routes.all_shortest());
  for (unsigned a = 0; a < 8; ++a)
    for (unsigned b = a + 1; b < 8; ++b) {
      EXPECT_EQ(routes.next(a, b), b);
      EXPECT_EQ(routes.next(b, a), a);
    }
}

}  // namespace
}  // namespace gf::model::root_routes_test
