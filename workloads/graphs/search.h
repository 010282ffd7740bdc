// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "workloads/graphs/csr.h"

namespace gf::model {

/// Steps of searches along the edges of a graph: breadth first, and shortest paths by relaxation
/// (Bellman and Ford). Who takes the steps and in which order, warps of a GPU, CTAs or ranks,
/// decides addresses and messages; what a step does is here.

/// Calls visit(v, k) for each edge k of each vertex v of the frontier, in its order.
template <class Visit>
void for_each_edge(const CsrGraph& graph, const std::vector<std::uint32_t>& frontier, Visit visit) {
  for (const std::uint32_t v : frontier)
    for (std::uint32_t k = graph.row_begin[v]; k < graph.row_begin[v + 1]; ++k) visit(v, k);
}

/// Breadth first: a vertex without a parent takes this one and joins the next frontier.
inline void claim(std::uint32_t vertex, std::uint32_t parent, std::vector<std::uint32_t>& parents,
                  std::vector<std::uint32_t>& next) {
  if (parents[vertex] != kNoVertex) return;
  parents[vertex] = parent;
  next.push_back(vertex);
}

/// Relaxation: a way that is shorter takes the place of the distance.
template <class Distance>
bool relax(Distance way, Distance& distance) {
  if (!(way < distance)) return false;
  distance = way;
  return true;
}

/// The shortest path to a vertex so far.
struct ShortestPath {
  float distance;
  std::uint32_t before = kNoVertex;  ///< The vertex before it: of least number among equals.
};
/// A round of vertex `v`, by pulling: over one of those that have an edge to it, or as it was.
/// `in`: edges from column to row; their length is |value|.
ShortestPath pull_path(const CsrMatrix& in, std::uint32_t v,
                       const std::vector<ShortestPath>& paths);

/// A search from one vertex, by pushing along the edges of a frontier. Values are the lengths,
/// whole and >= 0; without `lengths` each edge is 1 long, and rounds are levels.
class FrontierSearch {
 public:
  static constexpr std::uint32_t kUnreached = ~0u;
  FrontierSearch(const CsrMatrix& graph, std::uint32_t source, bool lengths);

  [[nodiscard]] bool done() const { return next_.empty(); }
  /// Begins a round: the vertices whose distances became less in the last one, each once.
  std::vector<std::uint32_t> take_frontier();
  /// Relaxes the far end of edge `k` of `v`; true: it joins the next frontier if it has not yet.
  bool relax_edge(std::uint32_t v, std::uint32_t k);
  /// Vertices of the next frontier so far.
  [[nodiscard]] std::uint32_t queued() const { return static_cast<std::uint32_t>(next_.size()); }

  [[nodiscard]] std::vector<std::uint32_t> take_distances() { return std::move(distance_); }

 private:
  const CsrMatrix& graph_;
  const bool lengths_;
  std::vector<std::uint32_t> distance_;
  std::vector<std::uint32_t> next_;
  std::vector<std::uint32_t> queued_in_;  ///< By vertex: the round that queued it last.
  std::uint32_t round_ = 0;
};

}  // namespace gf::model
