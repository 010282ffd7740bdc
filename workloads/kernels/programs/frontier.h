// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/graphs/csr.h"
#include "workloads/kernels/programs/suite.h"

namespace gf::model::suite {

struct FrontierRun {
  Workload workload;
  /// Distance of each vertex; FrontierSearch::kUnreached if there is no path.
  std::vector<std::uint32_t> distance;
};

/// Breadth-first search from `source`, one kernel per level. The edges of the frontier are
/// distributed 32 at a time. Each reads the level of its far end; if the vertex is new, it is
/// claimed by an atomic and appended to the next frontier. Edges are placed in blocks: with R-MAT,
/// GPU 0 holds most edges of the frontier and the others read from it. Levels and queues are
/// interleaved by page.
FrontierRun make_bfs(std::shared_ptr<const CsrMatrix> graph, std::uint32_t source,
                     const Context& context);

/// Shortest paths from `source` by rounds of relaxation (Bellman-Ford with a work list). Values are
/// the lengths, whole numbers >= 0. Atomic minima go to the far ends, whose distances are in blocks
/// of vertices; edges are interleaved by page over all GPUs.
FrontierRun make_sssp(std::shared_ptr<const CsrMatrix> graph, std::uint32_t source,
                      const Context& context);

}  // namespace gf::model::suite
