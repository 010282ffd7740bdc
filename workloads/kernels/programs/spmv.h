// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "workloads/graphs/csr.h"
#include "workloads/kernels/programs/suite.h"

namespace gf::model::suite {

struct SparseRun {
  Workload workload;
  std::function<std::vector<double>()> answer;  ///< The vector after the last kernel.
};

/// y = A x, `repeats` times, with x and y alternating. The elements of the matrix are in blocks,
/// each on the GPU that uses it. x and y are interleaved by page, so every GPU reads from every
/// other and all links are busy in both directions. Precondition: square.
SparseRun make_spmv(std::shared_ptr<const CsrMatrix> matrix, unsigned repeats,
                    const Context& context);

/// PageRank by pulling, damping 0.85, `iterations` iterations from the uniform vector. The ranks of
/// vertices without edges are distributed equally. `graph`: edges from row to column. Ranks are in
/// blocks of vertices: an R-MAT graph begins with its high-degree vertices, so GPU 0 is read most.
SparseRun make_pagerank(const CsrMatrix& graph, unsigned iterations, const Context& context);

}  // namespace gf::model::suite
