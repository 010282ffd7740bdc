// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "workloads/graphs/csr.h"

namespace gf::model {

/// Steps of searches along the edges of a graph: breadth-first search, and shortest paths by
/// relaxation (Bellman and Ford). The callers (warps of a GPU, CTAs or ranks) determine the order
/// of the steps and thereby addresses and messages.

/// Calls visit(v, k) for each edge k of each vertex v of the frontier, in the frontier's order.
template <class Visit>
void for_each_edge(const CsrGraph& graph, const std::vector<std::uint32_t>& frontier, Visit visit) {
  for (const std::uint32_t v : frontier)
    for (std::uint32_t k = graph.row_begin[v]; k < graph.row_begin[v + 1]; ++k) visit(v, k);
}

/// Breadth-first search: gives a vertex without a parent this parent and adds it to the next
/// frontier.
inline void claim(std::uint32_t vertex, std::uint32_t parent, std::vector<std::uint32_t>& parents,
                  std::vector<std::uint32_t>& next) {
  if (parents[vertex] != kNoVertex) return;
  parents[vertex] = parent;
  next.push_back(vertex);
}

/// Relaxation: replaces `distance` with `way` if `way` is shorter, and returns whether it was.
template <class Distance>
bool relax(Distance way, Distance& distance) {
  if (!(way < distance)) return false;
  distance = way;
  return true;
}

/// The shortest path to a vertex so far.
struct ShortestPath {
  float distance;
  std::uint32_t before = kNoVertex;  ///< Its predecessor; of equally short ones the lowest number.
};
/// Performs a round for vertex `v` by pulling: returns the shortest path through a vertex with an
/// edge to `v`, or the previous path if none is shorter. `in`: edges from column to row; their
/// length is |value|.
ShortestPath pull_path(const CsrMatrix& in, std::uint32_t v,
                       const std::vector<ShortestPath>& paths);

/// A search from one vertex that pushes along the edges of a frontier. Values are the lengths,
/// whole numbers >= 0. Without `lengths` each edge has length 1, and rounds are levels.
class FrontierSearch {
 public:
  static constexpr std::uint32_t kUnreached = ~0u;
  FrontierSearch(const CsrMatrix& graph, std::uint32_t source, bool lengths);

  [[nodiscard]] bool done() const { return next_.empty(); }
  /// Begins a round and returns the vertices whose distances decreased in the last one, each once.
  std::vector<std::uint32_t> take_frontier();
  /// Relaxes the far end of edge `k` of `v`. Returns true if its distance decreased; the vertex is
  /// then in the next frontier.
  bool relax_edge(std::uint32_t v, std::uint32_t k);
  /// Returns the number of vertices in the next frontier at present.
  [[nodiscard]] std::uint32_t queued() const { return static_cast<std::uint32_t>(next_.size()); }

  [[nodiscard]] std::vector<std::uint32_t> take_distances() { return std::move(distance_); }

 private:
  const CsrMatrix& graph_;
  const bool lengths_;
  std::vector<std::uint32_t> distance_;
  std::vector<std::uint32_t> next_;
  std::vector<std::uint32_t> queued_in_;  ///< By vertex: the last round that queued it.
  std::uint32_t round_ = 0;
};

}  // namespace gf::model
