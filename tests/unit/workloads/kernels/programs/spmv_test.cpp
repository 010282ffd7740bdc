// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/graphs/rank_vector.h workloads/kernels/programs/edge_pieces.h
#include "workloads/kernels/programs/spmv.h"

#include <cmath>
#include <gtest/gtest.h>

#include "tests/support/warp_accesses.h"
#include "workloads/graphs/graph_generators.h"
#include "workloads/kernels/traffic_summary.h"

namespace gf::model::suite::spmv_test {
namespace {

const Context kContext{WorkloadSize::kSmall, 4, 1};

TEST(Spmv, ProductsAreThoseOfAPlainLoop) {
  const auto matrix = std::make_shared<const CsrMatrix>(banded_matrix(3000, 500, 6, 4));
  std::vector<double> x(3000);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = 1.0 / static_cast<double>(1 + i % 10);
  for (unsigned repeat = 0; repeat < 2; ++repeat) {
    std::vector<double> y(3000, 0);
    for (std::uint32_t row = 0; row < 3000; ++row)
      for (std::uint32_t k = matrix->row_begin[row]; k < matrix->row_begin[row + 1]; ++k)
        y[row] += matrix->value[k] * x[matrix->column[k]];
    x = y;
  }
  EXPECT_EQ(make_spmv(matrix, 2, kContext).answer(), x);
}

TEST(Spmv, ReadsTheColumnsThatTheMatrixHasAndWritesEachRowOnce) {
  RmatSpec spec;
  spec.scale = 11;  // with empty rows
  const auto matrix = std::make_shared<const CsrMatrix>(rmat_graph(spec, 1));
  const SparseRun run = make_spmv(matrix, 1, kContext);
  const Kernel& kernel = run.workload.kernels[0];
  EXPECT_TRUE(test::all_used(kernel, WarpOp::kStore, test::data_of(run.workload, "y")));
  EXPECT_TRUE(test::all_used(kernel, WarpOp::kLoad, test::data_of(run.workload, "column")));
  EXPECT_TRUE(test::all_used(kernel, WarpOp::kLoad, test::data_of(run.workload, "value")));
  std::vector<unsigned> wanted(matrix->columns(), 0);
  for (const std::uint32_t c : matrix->column) ++wanted[c];
  const auto reads = test::uses(kernel, WarpOp::kLoad, test::data_of(run.workload, "x"));
  for (std::uint32_t c = 0; c < matrix->columns(); ++c) {
    const auto entry = reads.find(c * 2);
    EXPECT_EQ(entry == reads.end() ? 0 : entry->second, wanted[c]) << c;
  }
}

TEST(Spmv, AnEmptyFirstRowAndAnEmptyLastRowAreWrittenToo) {
  const auto matrix = std::make_shared<const CsrMatrix>(5, 5, std::vector<SparseEntry>{{2, 1, 3}});
  const SparseRun run = make_spmv(matrix, 1, kContext);
  EXPECT_TRUE(
      test::all_used(run.workload.kernels[0], WarpOp::kStore, test::data_of(run.workload, "y")));
  EXPECT_EQ(run.answer(), (std::vector<double>{0, 0, 1.5, 0, 0}));
}

TEST(PageRank, RanksAreThoseOfPushingAlongEdges) {
  RmatSpec spec;
  spec.scale = 10;
  const CsrMatrix graph = rmat_graph(spec, 7);
  const double n = graph.rows();
  std::vector<double> rank(graph.rows(), 1 / n);
  for (unsigned iteration = 0; iteration < 5; ++iteration) {
    std::vector<double> next(rank.size(), 0.15 / n);
    for (std::uint32_t v = 0; v < graph.rows(); ++v) {
      const double mine = 0.85 * rank[v];
      if (graph.degree(v) == 0)
        for (double& r : next) r += mine / n;
      for (std::uint32_t k = graph.row_begin[v]; k < graph.row_begin[v + 1]; ++k)
        next[graph.column[k]] += mine / graph.degree(v);
    }
    rank = next;
  }
  const std::vector<double> answer = make_pagerank(graph, 5, kContext).answer();
  double sum = 0;
  for (std::size_t v = 0; v < rank.size(); ++v) {
    ASSERT_NEAR(answer[v], rank[v], 1e-12);
    sum += answer[v];
  }
  EXPECT_NEAR(sum, 1, 1e-9);
}

TEST(PageRank, TheFirstGpuIsReadMost) {
  RmatSpec spec;
  spec.scale = 16;
  const WorkloadTraffic traffic =
      summarize(make_pagerank(rmat_graph(spec, 1), 1, kContext).workload, 4);
  EXPECT_GT(traffic.total.out(0), 2 * traffic.total.in(0));
  for (unsigned gpu = 1; gpu < 4; ++gpu)
    EXPECT_GT(traffic.total.out(0), 2 * traffic.total.out(gpu));
}

}  // namespace
}  // namespace gf::model::suite::spmv_test
