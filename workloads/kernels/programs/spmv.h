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

/// y = A x, `repeats` times, x and y in turns. The matrix is in blocks of elements, each where it
/// is used; x and y page by page over all GPUs: everybody reads from everybody, all links are busy
/// both ways. Precondition: square.
SparseRun make_spmv(std::shared_ptr<const CsrMatrix> matrix, unsigned repeats,
                    const Context& context);

/// PageRank by pulling, damping 0.85, `iterations` of it from the uniform vector; what vertices
/// without an edge hold goes to all alike. `graph`: edges from row to column. Ranks are in blocks
/// of vertices: with an R-MAT graph, whose vertices of many edges come first, GPU 0 is read most.
SparseRun make_pagerank(const CsrMatrix& graph, unsigned iterations, const Context& context);

}  // namespace gf::model::suite
