// SPDX-License-Identifier: Apache-2.0
// Breadth-first search: parents are valid, whoever searches and whatever carries the lists.
#include "workloads/nodes/bfs.h"

#include <gmock/gmock.h>
#include <queue>

#include "tests/support/errors.h"
#include "tests/support/plain_transport.h"

namespace gf::model::bfs_test {
namespace {

BfsParams small(unsigned ranks) {
  BfsParams params;
  params.scale = 10;
  params.ranks = ranks;
  params.seed = 3;
  return params;
}

std::vector<RankTimes> run(Bfs& app, double latency = 10) {
  test::PlainTransport transport(app);
  transport.latency = sc_core::sc_time(latency, sc_core::SC_US).value();
  ClusterRun program(app, transport);
  transport.run(program);
  return program.times();
}

std::vector<bool> component(const CsrGraph& graph, std::uint32_t root) {
  std::vector<bool> seen(graph.rows());
  std::queue<std::uint32_t> open({root});
  for (seen[root] = true; !open.empty(); open.pop()) {
    const std::uint32_t v = open.front();
    for (std::uint32_t k = graph.row_begin[v]; k < graph.row_begin[v + 1]; ++k) {
      if (seen[graph.column[k]]) continue;
      seen[graph.column[k]] = true;
      open.push(graph.column[k]);
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
    ASSERT_EQ(app.parents()[v] != kNoVertex, reached[v]) << v;
  }
}

TEST_P(BfsRanks, WhatRanksSayIsWhatTheyFound) {
  Bfs searched(small(GetParam())), home(small(GetParam()));
  run(searched);
  for (unsigned rank = 0; rank < GetParam(); ++rank) home.take(rank, searched.packed_by(rank));
  EXPECT_EQ(home.parents(), searched.parents());
  EXPECT_EQ(home.check(), "");
}

TEST_P(BfsRanks, ParentsDoNotDependOnWhatCarriesTheLists) {
  Bfs one(small(GetParam())), other(small(GetParam()));
  run(one);
  run(other, 1000);
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
  for (std::uint32_t v = 0; v < app.graph().rows(); ++v) {
    if (app.parents()[v] == kNoVertex) continue;
    for (std::uint32_t k = app.graph().row_begin[v]; k < app.graph().row_begin[v + 1]; ++k) {
      crossing += v % GetParam() != app.graph().column[k] % GetParam() ? 1 : 0;
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
  EXPECT_LE(sent, 8 * messages + 8ull * (GetParam() - 1) * app.graph().rows());
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

}  // namespace
}  // namespace gf::model::bfs_test
