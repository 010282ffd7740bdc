// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/graphs/csr.h"
#include "workloads/kernels/programs/suite.h"

namespace gf::model::suite {

struct FrontierRun {
  Workload workload;
  std::vector<std::uint32_t> distance;  ///< By vertex; FrontierSearch::kUnreached: there is no way.
};

/// Breadth-first search from `source`, one kernel a level: the edges of the frontier are dealt out
/// 32 at a time; each looks at the level of its far end, claims it by an atomic if it is new and
/// appends it to the next frontier. Edges are in blocks: with R-MAT, GPU 0 holds most of what the
/// frontier needs, and the others read it; levels and queues page by page.
FrontierRun make_bfs(std::shared_ptr<const CsrMatrix> graph, std::uint32_t source,
                     const Context& context);

/// Shortest ways from `source` by rounds of relaxation (Bellman-Ford with a work list): values are
/// the lengths, whole and >= 0. Atomic minima go to the far ends, whose distances are in blocks of
/// vertices; edges page by page over all GPUs.
FrontierRun make_sssp(std::shared_ptr<const CsrMatrix> graph, std::uint32_t source,
                      const Context& context);

}  // namespace gf::model::suite
