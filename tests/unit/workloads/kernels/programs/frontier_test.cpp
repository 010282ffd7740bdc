// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/graphs/search.h workloads/kernels/programs/edge_pieces.h
#include "workloads/kernels/programs/frontier.h"

#include <gtest/gtest.h>
#include <queue>

#include "tests/support/warp_accesses.h"
#include "workloads/graphs/graph_generators.h"
#include "workloads/graphs/search.h"

namespace gf::model::suite::frontier_test {
namespace {

const Context kContext{WorkloadSize::kSmall, 4, 1};

std::shared_ptr<const CsrMatrix> graph(std::uint64_t seed) {
  RmatSpec spec;
  spec.scale = 11;
  return std::make_shared<const CsrMatrix>(rmat_graph(spec, seed));
}

/// Dijkstra; every edge is 1 long without `lengths`.
std::vector<std::uint32_t> plain(const CsrMatrix& g, std::uint32_t source, bool lengths) {
  std::vector<std::uint32_t> distance(g.rows(), FrontierSearch::kUnreached);
  using Item = std::pair<std::uint32_t, std::uint32_t>;
  std::priority_queue<Item, std::vector<Item>, std::greater<>> queue;
  queue.push({0, source});
  while (!queue.empty()) {
    const auto [d, v] = queue.top();
    queue.pop();
    if (distance[v] <= d) continue;
    distance[v] = d;
    for (std::uint32_t k = g.row_begin[v]; k < g.row_begin[v + 1]; ++k)
      queue.push({d + (lengths ? static_cast<std::uint32_t>(g.value[k]) : 1), g.column[k]});
  }
  return distance;
}

TEST(Bfs, LevelsAreThoseOfAPlainSearch) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const auto g = graph(seed);
    const std::uint32_t source = busiest_vertex(*g);
    EXPECT_EQ(make_bfs(g, source, kContext).distance, plain(*g, source, false));
  }
}

TEST(Sssp, DistancesAreDijkstras) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const auto g = graph(seed);
    const std::uint32_t source = busiest_vertex(*g);
    EXPECT_EQ(make_sssp(g, source, kContext).distance, plain(*g, source, true));
  }
}

TEST(Bfs, ReadsEachEdgeOfWhatItReachedOnceAndClaimsEachVertexOnce) {
  const auto g = graph(1);
  const FrontierRun run = make_bfs(g, busiest_vertex(*g), kContext);
  std::vector<unsigned> reads(g->nonzeros(), 0), claims(g->rows(), 0);
  const auto& columns = test::data_of(run.workload, "column");
  const auto& levels = test::data_of(run.workload, "level");
  for (const Kernel& kernel : run.workload.kernels) {
    for (const auto& [at, n] : test::uses(kernel, WarpOp::kLoad, columns)) reads[at] += n;
    for (const auto& [at, n] : test::uses(kernel, WarpOp::kAtomic, levels)) claims[at] += n;
  }
  for (std::uint32_t v = 0; v < g->rows(); ++v) {
    const bool reached = run.distance[v] != FrontierSearch::kUnreached;
    EXPECT_EQ(claims[v], reached && run.distance[v] > 0 ? 1u : 0u) << v;
    for (std::uint32_t k = g->row_begin[v]; k < g->row_begin[v + 1]; ++k)
      EXPECT_EQ(reads[k], reached ? 1u : 0u) << v;
  }
}

TEST(Sssp, QueuesHoldTheNextFrontierSideBySide) {
  const auto g = graph(1);
  const FrontierRun run = make_sssp(g, busiest_vertex(*g), kContext);
  ASSERT_GE(run.workload.kernels.size(), 4u);
  for (std::size_t i = 0; i + 1 < run.workload.kernels.size(); ++i) {
    const auto& queue = test::data_of(run.workload, i % 2 == 0 ? "queue_1" : "queue_0");
    const auto stored = test::uses(run.workload.kernels[i], WarpOp::kStore, queue);
    ASSERT_FALSE(stored.empty());
    EXPECT_EQ(stored.rbegin()->first + 1, stored.size());
    for (const auto& [at, n] : stored) EXPECT_EQ(n, 1u);
  }
}

TEST(Bfs, ASourceWithoutEdgesIsAWorkloadWithoutKernels) {
  const auto g = std::make_shared<const CsrMatrix>(3, 3, std::vector<SparseEntry>{{0, 1}});
  EXPECT_TRUE(make_bfs(g, 2, kContext).workload.kernels.empty());
  EXPECT_THROW(make_bfs(g, 3, kContext), std::logic_error);
}

}  // namespace
}  // namespace gf::model::suite::frontier_test
