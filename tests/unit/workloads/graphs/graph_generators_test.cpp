// SPDX-License-Identifier: Apache-2.0
#include "workloads/graphs/graph_generators.h"

#include <cmath>
#include <gtest/gtest.h>

namespace gf::model::sparse_generators_test::generators_test {
namespace {

TEST(SparseGenerators, RmatIsSkewedWithoutLoopsOrDoubles) {
  RmatSpec spec;
  spec.scale = 12;
  const CsrMatrix graph = rmat_graph(spec, 1);
  EXPECT_EQ(graph.rows(), 4096u);
  EXPECT_GT(graph.nonzeros(), 4096u * 6);
  EXPECT_LE(graph.nonzeros(), 4096u * 8);
  for (std::uint32_t v = 0; v < graph.rows(); ++v)
    for (std::uint32_t k = graph.row_begin[v]; k < graph.row_begin[v + 1]; ++k) {
      EXPECT_NE(graph.column[k], v);
      if (k > graph.row_begin[v]) {
        EXPECT_LT(graph.column[k - 1], graph.column[k]);
      }
      EXPECT_GE(graph.value[k], 1);
      EXPECT_LE(graph.value[k], 64);
    }
  // The lower half of the vertices has a + b = 0.76 of the edges, but for doubles.
  const double lower = graph.row_begin[2048];
  EXPECT_NEAR(lower / graph.nonzeros(), 0.75, 0.03);
}

TEST(SparseGenerators, SeedsDecide) {
  RmatSpec spec;
  spec.scale = 8;
  EXPECT_EQ(rmat_graph(spec, 3).column, rmat_graph(spec, 3).column);
  EXPECT_NE(rmat_graph(spec, 3).column, rmat_graph(spec, 4).column);
  EXPECT_EQ(banded_matrix(100, 9, 5, 3).value, banded_matrix(100, 9, 5, 3).value);
  EXPECT_NE(banded_matrix(100, 9, 5, 3).value, banded_matrix(100, 9, 5, 4).value);
}

TEST(SparseGenerators, BandedStaysInItsBandAndIsDominant) {
  const CsrMatrix m = banded_matrix(500, 7, 4, 2);
  for (std::uint32_t row = 0; row < m.rows(); ++row) {
    double diagonal = 0, others = 0;
    EXPECT_LE(m.degree(row), 4u);
    for (std::uint32_t k = m.row_begin[row]; k < m.row_begin[row + 1]; ++k) {
      EXPECT_LE(std::abs(static_cast<int>(m.column[k]) - static_cast<int>(row)), 7);
      (m.column[k] == row ? diagonal : others) += std::abs(m.value[k]);
    }
    EXPECT_GT(diagonal, others);
  }
}

}  // namespace
}  // namespace gf::model::sparse_generators_test::generators_test
