// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gf::model {

/// An undirected graph: each edge stands at both of its ends. No loops, no double edges.
struct UndirectedGraph {
  std::vector<std::uint32_t> begin{0};  ///< vertices() + 1 of them.
  std::vector<std::uint32_t> neighbour;

  [[nodiscard]] std::uint32_t vertices() const {
    return static_cast<std::uint32_t>(begin.size() - 1);
  }
  [[nodiscard]] std::uint32_t degree(std::uint32_t v) const { return begin[v + 1] - begin[v]; }
  [[nodiscard]] bool has_edge(std::uint32_t from, std::uint32_t to) const;
};

/// The graph of the Graph500 benchmark: R-MAT with 2^scale vertices and `edge_factor` edges drawn a
/// vertex, vertices renumbered at random. Double edges and loops, which the benchmark keeps, are
/// left out: about 6 % of them at scale 20.
UndirectedGraph graph500(unsigned scale, unsigned edge_factor, std::uint64_t seed);

inline constexpr std::uint32_t kNoParent = ~0u;

/// Checks parents of a breadth-first search as Graph500 asks: they are a tree with its root at
/// `root`, its edges are in the graph, levels of the two ends of each edge differ by one at most,
/// the whole component of the root was reached and nothing else. Returns what is wrong, or "".
std::string check_bfs(const UndirectedGraph& graph, std::uint32_t root,
                      const std::vector<std::uint32_t>& parent);
/// Edges with both ends in the tree, each counted once: what TEPS counts.
std::uint64_t traversed_edges(const UndirectedGraph& graph,
                              const std::vector<std::uint32_t>& parent);

}  // namespace gf::model
