// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/programs/spmv.h"

#include <array>

#include "core/base/error.h"
#include "workloads/graphs/rank_vector.h"
#include "workloads/kernels/programs/edge_pieces.h"
#include "workloads/kernels/programs/layout.h"

namespace gf::model::suite {
namespace {

/// Addresses of a sweep's data. Indices have 4 B, numbers 8 B.
struct SweepData {
  std::uint64_t row_begin, column, value, in, out;
  bool has_values;
};

/// Loads elements and the values they refer to, sums them, and stores the rows that end here.
Kernel sweep_kernel(const std::string& name, const std::shared_ptr<const CsrMatrix>& matrix,
                    const EdgePieces& pieces, const SweepData& data) {
  return make_kernel(name, pieces.ctas(), EdgePieces::kWarps,
                     [=](unsigned cta, unsigned warp, WarpProgram& program) {
                       const Range mine = pieces.of(cta, warp);
                       const Range rows = rows_ended_in(*matrix, mine);
                       if (rows.end > rows.begin)
                         emit_range(program, WarpOp::kLoad, data.row_begin + rows.begin * 4,
                                    (rows.end - rows.begin) * 4);
                       LaneGather gather;
                       for (std::uint64_t k = mine.begin; k < mine.end; k += kWarpLanes) {
                         const std::uint64_t end = std::min(k + kWarpLanes, mine.end);
                         emit_range(program, WarpOp::kLoad, data.column + k * 4, (end - k) * 4);
                         if (data.has_values)
                           emit_range(program, WarpOp::kLoad, data.value + k * 8, (end - k) * 8);
                         for (std::uint64_t i = k; i < end; ++i)
                           gather.set(static_cast<unsigned>(i - k),
                                      data.in + std::uint64_t{matrix->column[i]} * 8);
                         gather.emit(program, WarpOp::kLoad, 8);
                         program.code.push_back(WarpInstruction::compute(8));
                       }
                       if (rows.end > rows.begin)
                         emit_range(program, WarpOp::kStore, data.out + rows.begin * 8,
                                    (rows.end - rows.begin) * 8);
                     });
}

/// Performs sums[row] += term(k) for all elements, warp by warp.
template <class Term>
void sweep(const CsrMatrix& matrix, const EdgePieces& pieces, std::vector<double>& sums,
           Term term) {
  for (unsigned cta = 0; cta < pieces.ctas(); ++cta)
    for (unsigned warp = 0; warp < EdgePieces::kWarps; ++warp) {
      const Range mine = pieces.of(cta, warp);
      if (mine.begin == mine.end) continue;
      std::uint32_t row = matrix.row_of(static_cast<std::uint32_t>(mine.begin));
      for (auto k = static_cast<std::uint32_t>(mine.begin); k < mine.end; ++k) {
        while (matrix.row_begin[row + 1] <= k) ++row;
        sums[row] += term(k);
      }
    }
}

std::vector<double> multiply(const CsrMatrix& matrix, const EdgePieces& pieces, unsigned repeats) {
  std::vector<double> x(matrix.rows());
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = 1.0 / static_cast<double>(1 + i % 10);
  for (unsigned repeat = 0; repeat < repeats; ++repeat) {
    std::vector<double> y(x.size(), 0);
    sweep(matrix, pieces, y,
          [&](std::uint32_t k) { return matrix.value[k] * x[matrix.column[k]]; });
    x.swap(y);
  }
  return x;
}

std::vector<double> rank_vertices(const CsrMatrix& in_edges, const EdgePieces& pieces,
                                  RankVector vector, unsigned iterations) {
  for (unsigned iteration = 0; iteration < iterations; ++iteration) {
    std::vector<double> sums = vector.sums();
    sweep(in_edges, pieces, sums,
          [&](std::uint32_t k) { return vector.contributions()[in_edges.column[k]]; });
    vector.advance(sums);
  }
  return vector.ranks();
}

/// Two vectors, alternately read and written.
using Vectors = std::array<std::uint64_t, 2>;

std::vector<Kernel> sweeps(const std::string& name, unsigned count,
                           const std::shared_ptr<const CsrMatrix>& matrix, const EdgePieces& pieces,
                           SweepData data, const Vectors& vectors) {
  std::vector<Kernel> kernels;
  for (unsigned n = 0; n < count; ++n) {
    data.in = vectors[n % 2];
    data.out = vectors[(n + 1) % 2];
    kernels.push_back(sweep_kernel(name + std::to_string(n), matrix, pieces, data));
  }
  return kernels;
}

}  // namespace

SparseRun make_spmv(std::shared_ptr<const CsrMatrix> matrix, unsigned repeats,
                    const Context& context) {
  GF_CHECK(matrix->rows() == matrix->columns() && matrix->nonzeros() > 0, "not a square matrix");
  const EdgePieces pieces(matrix->nonzeros(), context.gpus);
  Layout layout(context.gpus);
  SweepData data{};
  data.has_values = true;
  data.row_begin = layout.add_blocks("row_begin", (matrix->rows() + 1ull) * 4);
  data.column = layout.add_blocks("column", matrix->nonzeros() * 4ull);
  data.value = layout.add_blocks("value", matrix->nonzeros() * 8ull);
  const Vectors vector = {layout.add("x", matrix->rows() * 8ull, Placement::kInterleave),
                          layout.add("y", matrix->rows() * 8ull, Placement::kInterleave)};
  SparseRun result;
  result.workload = {"spmv", layout.take(),
                     sweeps("multiply_", repeats, matrix, pieces, data, vector)};
  result.answer = [=] { return multiply(*matrix, pieces, repeats); };
  return result;
}

SparseRun make_pagerank(const CsrMatrix& graph, unsigned iterations, const Context& context) {
  GF_CHECK(graph.rows() == graph.columns() && graph.nonzeros() > 0, "not a graph with edges");
  const auto in_edges = std::make_shared<const CsrMatrix>(graph.transposed());
  const EdgePieces pieces(graph.nonzeros(), context.gpus);
  Layout layout(context.gpus);
  SweepData data{};
  data.row_begin = layout.add_blocks("row_begin", (graph.rows() + 1ull) * 4);
  data.column = layout.add_blocks("column", graph.nonzeros() * 4ull);
  const Vectors share = {layout.add_blocks("share", graph.rows() * 8ull),
                         layout.add_blocks("next_share", graph.rows() * 8ull)};
  SparseRun result;
  result.workload = {"pagerank", layout.take(),
                     sweeps("pull_", iterations, in_edges, pieces, data, share)};
  result.answer = [=, first = RankVector(graph.degrees())] {
    return rank_vertices(*in_edges, pieces, first, iterations);
  };
  return result;
}

}  // namespace gf::model::suite
