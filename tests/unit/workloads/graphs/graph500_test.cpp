// SPDX-License-Identifier: Apache-2.0
#include "workloads/graphs/graph500.h"

#include <array>
#include <gmock/gmock.h>

namespace gf::model::graph500_test {
namespace {

/// A path 0 - 1 - 2 - 3 and an edge 4 - 5.
CsrGraph path() {
  CsrGraph graph;
  graph.row_begin = {0, 1, 3, 5, 6, 7, 8};
  graph.column = {1, 0, 2, 1, 3, 2, 5, 4};
  return graph;
}

TEST(CheckBfs, FindsEachKindOfMistake) {
  constexpr std::uint32_t kNone = kNoVertex;
  const CsrGraph graph = path();
  using testing::HasSubstr;
  EXPECT_EQ(check_bfs(graph, 0, {0, 0, 1, 2, kNone, kNone}), "");
  EXPECT_EQ(check_bfs(graph, 2, {1, 2, 2, 2, kNone, kNone}), "");
  EXPECT_THAT(check_bfs(graph, 0, {1, 0, 1, 2, kNone, kNone}), HasSubstr("own parent"));
  EXPECT_THAT(check_bfs(graph, 0, {0, 0, 0, 2, kNone, kNone}), HasSubstr("2: no edge"));
  EXPECT_THAT(check_bfs(graph, 0, {0, 0, 1, kNone, kNone, kNone}), HasSubstr("one end"));
  EXPECT_THAT(check_bfs(graph, 0, {0, 0, 1, 2, 5, 4}), HasSubstr("not a tree"));
  EXPECT_THAT(check_bfs(graph, 0, {0, 0, 3, 2, kNone, kNone}), HasSubstr("not a tree"));
  EXPECT_THAT(check_bfs(graph, 0, {0, 0, 1}), HasSubstr("number of parents"));
  EXPECT_EQ(traversed_edges(graph, {0, 0, 1, 2, kNone, kNone}), 3u);
}

TEST(CheckBfs, FindsATreeThatIsNotOfShortestPaths) {
  CsrGraph ring;  // 0 - 1 - 2 - 3 - 4 - 0
  ring.row_begin = {0, 2, 4, 6, 8, 10};
  ring.column = {1, 4, 0, 2, 1, 3, 2, 4, 0, 3};
  EXPECT_EQ(check_bfs(ring, 0, {0, 0, 1, 4, 0}), "");
  EXPECT_THAT(check_bfs(ring, 0, {0, 0, 1, 2, 3}), testing::HasSubstr("levels"));
}

TEST(Graph500, IsUndirectedAndOfTheSeed) {
  const CsrGraph graph = graph500(9, 16, 5);
  EXPECT_EQ(graph.rows(), 512u);
  for (std::uint32_t v = 0; v < graph.rows(); ++v) {
    for (std::uint32_t k = graph.row_begin[v]; k < graph.row_begin[v + 1]; ++k) {
      ASSERT_NE(graph.column[k], v);
      ASSERT_TRUE(graph.has_edge(graph.column[k], v));
    }
  }
  EXPECT_EQ(graph500(9, 16, 5).column, graph.column);
  EXPECT_NE(graph500(9, 16, 6).column, graph.column);
}

TEST(Graph500, RanksGetAboutAsManyEdges) {
  const CsrGraph graph = graph500(12, 16, 1);
  std::array<std::uint64_t, 4> edges{};
  for (std::uint32_t v = 0; v < graph.rows(); ++v) edges[v % 4] += graph.degree(v);
  const double mean = graph.column.size() / 4.0;
  for (const std::uint64_t part : edges) EXPECT_NEAR(double(part), mean, 0.2 * mean);
}

}  // namespace
}  // namespace gf::model::graph500_test
