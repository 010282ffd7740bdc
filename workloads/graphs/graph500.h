// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "workloads/graphs/csr.h"

namespace gf::model {

/// Returns the undirected graph of the Graph500 benchmark: R-MAT with 2^scale vertices and
/// `edge_factor` edges drawn per vertex, and with vertices renumbered at random. Duplicate edges
/// and loops, which the benchmark keeps, are left out: about 6 % of the edges at scale 20.
CsrGraph graph500(unsigned scale, unsigned edge_factor, std::uint64_t seed);

/// Checks the parents from a breadth-first search (kNoVertex: not reached) as Graph500 requires.
/// They must form a tree with its root at `root`, and its edges must be in the graph. The levels of
/// the two ends of each edge must differ by at most one. The tree must contain exactly the
/// component of the root. Returns the first error found, or "".
std::string check_bfs(const CsrGraph& graph, std::uint32_t root,
                      const std::vector<std::uint32_t>& parent);
/// Returns the number of edges with both ends in the tree, each counted once, as TEPS counts them.
std::uint64_t traversed_edges(const CsrGraph& graph, const std::vector<std::uint32_t>& parent);

}  // namespace gf::model
