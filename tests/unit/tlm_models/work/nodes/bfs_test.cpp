// SPDX-License-Identifier: Apache-2.0
// Breadth-first search: parents are valid, whoever searches and whatever carries the lists.
#include "tlm_models/work/nodes/bfs.h"

#include <gmock/gmock.h>
#include <queue>

#include "tests/support/errors.h"
#include "tlm_models/work/nodes/loggp_transport.h"

namespace gf::model::bfs_test {
namespace {

BfsParams small(unsigned ranks) {
  BfsParams params;
  params.scale = 10;
  params.ranks = ranks;
  params.seed = 3;
  return params;
}

std::vector<RankTimes> run(Bfs& app, bool library = true) {
  LogGpParams params;
  params.buffers = library ? "library" : "staged";
  LogGpTransport transport(app, params);
  ClusterRun program(app, transport);
  transport.run(program);
  return program.times();
}

std::vector<bool> component(const UndirectedGraph& graph, std::uint32_t root) {
  std::vector<bool> seen(graph.vertices());
  std::queue<std::uint32_t> open({root});
  for (seen[root] = true; !open.empty(); open.pop()) {
    const std::uint32_t v = open.front();
    for (std::uint32_t k = graph.begin[v]; k < graph.begin[v + 1]; ++k) {
      if (seen[graph.neighbour[k]]) continue;
      seen[graph.neighbour[k]] = true;
      open.push(graph.neighbour[k]);
    }
  }
  return seen;
}

class BfsRanks : public testing::TestWithParam<unsigned> {};

TEST_P(BfsRanks, ParentsAreValid) {
  Bfs app(small(GetParam()));
  run(app);
  EXPECT_EQ(app.check(), "");
  const std::vector<bool> reached = component(app.graph(), app.root());
  for (std::uint32_t v = 0; v < reached.size(); ++v) {
    ASSERT_EQ(app.parents()[v] != kNoParent, reached[v]) << v;
  }
}

TEST_P(BfsRanks, ParentsDoNotDependOnWhatCarriesTheLists) {
  Bfs one(small(GetParam())), other(small(GetParam()));
  run(one, true);
  run(other, false);
  EXPECT_EQ(one.parents(), other.parents());
}

TEST_P(BfsRanks, EachEdgeGoesToTheOwnerOfItsEndOnce) {
  Bfs app(small(GetParam()));
  std::uint64_t sent = 0, messages = 0;
  for (const RankTimes& times : run(app)) {
    sent += times.bytes;
    messages += times.messages;
  }
  std::uint64_t crossing = 0;
  for (std::uint32_t v = 0; v < app.graph().vertices(); ++v) {
    if (app.parents()[v] == kNoParent) continue;
    for (std::uint32_t k = app.graph().begin[v]; k < app.graph().begin[v + 1]; ++k) {
      crossing += v % GetParam() != app.graph().neighbour[k] % GetParam() ? 1 : 0;
    }
  }
  EXPECT_EQ(sent, 8 * crossing + 8 * messages);
}

TEST_P(BfsRanks, AFilterSendsAVertexOnceARank) {
  BfsParams params = small(GetParam());
  params.filter = true;
  Bfs app(params);
  std::uint64_t sent = 0, messages = 0;
  for (const RankTimes& times : run(app)) {
    sent += times.bytes;
    messages += times.messages;
  }
  EXPECT_EQ(app.check(), "");
  EXPECT_LE(sent, 8 * messages + 8ull * (GetParam() - 1) * app.graph().vertices());
}

INSTANTIATE_TEST_SUITE_P(Np, BfsRanks, testing::Values(1, 2, 3, 8));

TEST(Bfs, AllRanksSearchTheSameLevels) {
  unsigned levels = 0;
  for (const unsigned ranks : {1u, 4u}) {
    Bfs app(small(ranks));
    run(app);
    EXPECT_TRUE(levels == 0 || app.levels() == levels) << app.levels();
    levels = app.levels();
  }
  EXPECT_GT(levels, 3u);
}

TEST(Bfs, AMessageWhoseDataAreNotThereIsAnError) {
  Bfs app(small(2));
  AppStep step;
  ASSERT_TRUE(app.next(1, step));  // expands: lists may come
  const unsigned to_rank_1 = app.channels()[0].to == 1 ? 0 : 1;
  EXPECT_THAT(
      test::error_of([&] { app.receive(to_rank_1, std::vector<std::uint8_t>(920)); }),
      testing::AllOf(testing::HasSubstr("from rank 0 to rank 1 was read before all of its data"),
                     testing::HasSubstr("bit_error_rate")));
}

/// A path 0 - 1 - 2 - 3 and an edge 4 - 5.
UndirectedGraph path() {
  UndirectedGraph graph;
  graph.begin = {0, 1, 3, 5, 6, 7, 8};
  graph.neighbour = {1, 0, 2, 1, 3, 2, 5, 4};
  return graph;
}

TEST(CheckBfs, FindsEachKindOfMistake) {
  constexpr std::uint32_t kNone = kNoParent;
  const UndirectedGraph graph = path();
  using testing::HasSubstr;
  EXPECT_EQ(check_bfs(graph, 0, {0, 0, 1, 2, kNone, kNone}), "");
  EXPECT_EQ(check_bfs(graph, 2, {1, 2, 2, 2, kNone, kNone}), "");
  EXPECT_THAT(check_bfs(graph, 0, {1, 0, 1, 2, kNone, kNone}), HasSubstr("own parent"));
  EXPECT_THAT(check_bfs(graph, 0, {0, 0, 0, 2, kNone, kNone}), HasSubstr("2: no edge"));
  EXPECT_THAT(check_bfs(graph, 0, {0, 0, 1, kNone, kNone, kNone}), HasSubstr("one end"));
  EXPECT_THAT(check_bfs(graph, 0, {0, 0, 1, 2, 5, 4}), HasSubstr("no tree"));
  EXPECT_THAT(check_bfs(graph, 0, {0, 0, 3, 2, kNone, kNone}), HasSubstr("no tree"));
  EXPECT_THAT(check_bfs(graph, 0, {0, 0, 1}), HasSubstr("as many"));
  EXPECT_EQ(traversed_edges(graph, {0, 0, 1, 2, kNone, kNone}), 3u);
}

TEST(CheckBfs, FindsATreeThatIsNotOfShortestPaths) {
  UndirectedGraph ring;  // 0 - 1 - 2 - 3 - 4 - 0
  ring.begin = {0, 2, 4, 6, 8, 10};
  ring.neighbour = {1, 4, 0, 2, 1, 3, 2, 4, 0, 3};
  EXPECT_EQ(check_bfs(ring, 0, {0, 0, 1, 4, 0}), "");
  EXPECT_THAT(check_bfs(ring, 0, {0, 0, 1, 2, 3}), testing::HasSubstr("levels"));
}

TEST(Graph500, IsUndirectedAndOfTheSeed) {
  const UndirectedGraph graph = graph500(9, 16, 5);
  EXPECT_EQ(graph.vertices(), 512u);
  for (std::uint32_t v = 0; v < graph.vertices(); ++v) {
    for (std::uint32_t k = graph.begin[v]; k < graph.begin[v + 1]; ++k) {
      ASSERT_NE(graph.neighbour[k], v);
      ASSERT_TRUE(graph.has_edge(graph.neighbour[k], v));
    }
  }
  EXPECT_EQ(graph500(9, 16, 5).neighbour, graph.neighbour);
  EXPECT_NE(graph500(9, 16, 6).neighbour, graph.neighbour);
}

TEST(Graph500, RanksGetAboutAsManyEdges) {
  const UndirectedGraph graph = graph500(12, 16, 1);
  std::array<std::uint64_t, 4> edges{};
  for (std::uint32_t v = 0; v < graph.vertices(); ++v) edges[v % 4] += graph.degree(v);
  const double mean = graph.neighbour.size() / 4.0;
  for (const std::uint64_t part : edges) EXPECT_NEAR(double(part), mean, 0.2 * mean);
}

}  // namespace
}  // namespace gf::model::bfs_test
