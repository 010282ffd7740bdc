// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "workloads/graphs/csr.h"

namespace gf::model {

/// The undirected graph of the Graph500 benchmark: R-MAT with 2^scale vertices and `edge_factor`
/// edges drawn a vertex, vertices renumbered at random. Double edges and loops, which the benchmark
/// keeps, are left out: about 6 % of them at scale 20.
CsrGraph graph500(unsigned scale, unsigned edge_factor, std::uint64_t seed);

/// Checks parents of a breadth-first search (kNoVertex: not reached) as Graph500 asks: they are a
/// tree with its root at `root`, its edges are in the graph, levels of the two ends of each edge
/// differ by one at most, the whole component of the root was reached and nothing else. Returns
/// what is wrong, or "".
std::string check_bfs(const CsrGraph& graph, std::uint32_t root,
                      const std::vector<std::uint32_t>& parent);
/// Edges with both ends in the tree, each counted once: what TEPS counts.
std::uint64_t traversed_edges(const CsrGraph& graph, const std::vector<std::uint32_t>& parent);

}  // namespace gf::model
