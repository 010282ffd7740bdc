// SPDX-License-Identifier: Apache-2.0
#include "workloads/graphs/graph500.h"

#include <algorithm>
#include <numeric>

#include "core/base/random.h"
#include "workloads/graphs/graph_generators.h"

namespace gf::model {
namespace {

constexpr std::uint32_t kUnknown = ~0u;

std::vector<std::uint32_t> shuffled(std::uint32_t count, std::uint64_t seed) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  core::RandomStream random(seed, "graph500.vertices");
  for (std::uint32_t i = count; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  return order;
}

/// Returns the level of every vertex, derived from the parents; empty if they do not form a tree.
std::vector<std::uint32_t> levels_of(std::uint32_t root, const std::vector<std::uint32_t>& parent) {
  std::vector<std::uint32_t> level(parent.size(), kUnknown);
  std::vector<std::uint32_t> path;
  level[root] = 0;
  for (std::uint32_t v = 0; v < parent.size(); ++v) {
    if (parent[v] == kNoVertex) continue;
    for (std::uint32_t at = v; level[at] == kUnknown; at = parent[at]) {
      path.push_back(at);
      // A cycle, or a parent that is not in the tree.
      if (path.size() > parent.size() || parent[at] >= parent.size()) return {};
    }
    for (; !path.empty(); path.pop_back()) level[path.back()] = level[parent[path.back()]] + 1;
  }
  return level;
}

std::string check_edges(const CsrGraph& graph, const std::vector<std::uint32_t>& level) {
  for (std::uint32_t v = 0; v < graph.rows(); ++v) {
    for (std::uint32_t k = graph.row_begin[v]; k < graph.row_begin[v + 1]; ++k) {
      const std::uint32_t w = graph.column[k];
      const std::string edge = std::to_string(v) + " - " + std::to_string(w);
      if ((level[v] == kUnknown) != (level[w] == kUnknown)) return edge + ": one end is reached";
      if (level[v] != kUnknown && level[v] > level[w] + 1) return edge + ": levels differ by > 1";
    }
  }
  return {};
}

}  // namespace

CsrGraph graph500(unsigned scale, unsigned edge_factor, std::uint64_t seed) {
  RmatSpec spec;
  spec.scale = scale;
  spec.edge_factor = edge_factor;
  const CsrMatrix drawn = rmat_graph(spec, seed);
  // Graph500 requires this: with R-MAT's own numbering a vertex's number would reveal its degree.
  const std::vector<std::uint32_t> name = shuffled(drawn.rows(), seed);
  std::vector<std::uint64_t> ends;
  ends.reserve(2 * std::size_t{drawn.nonzeros()});
  for (std::uint32_t row = 0; row < drawn.rows(); ++row) {
    for (std::uint32_t k = drawn.row_begin[row]; k < drawn.row_begin[row + 1]; ++k) {
      const std::uint64_t a = name[row];
      const std::uint64_t b = name[drawn.column[k]];
      ends.push_back(a << 32 | b);
      ends.push_back(b << 32 | a);
    }
  }
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  CsrGraph graph;
  graph.row_begin.assign(drawn.rows() + 1, 0);
  graph.column.reserve(ends.size());
  for (const std::uint64_t end : ends) {
    ++graph.row_begin[(end >> 32) + 1];
    graph.column.push_back(static_cast<std::uint32_t>(end));
  }
  std::partial_sum(graph.row_begin.begin(), graph.row_begin.end(), graph.row_begin.begin());
  return graph;
}

std::string check_bfs(const CsrGraph& graph, std::uint32_t root,
                      const std::vector<std::uint32_t>& parent) {
  if (parent.size() != graph.rows()) return "the number of parents must be that of vertices";
  if (parent[root] != root) return "the root is not its own parent";
  for (std::uint32_t v = 0; v < parent.size(); ++v) {
    if (v == root || parent[v] == kNoVertex) continue;
    if (parent[v] >= parent.size() || !graph.has_edge(v, parent[v])) {
      return std::to_string(v) + ": no edge to its parent";
    }
  }
  const std::vector<std::uint32_t> level = levels_of(root, parent);
  if (level.empty()) return "the parents are not a tree";
  return check_edges(graph, level);
}

std::uint64_t traversed_edges(const CsrGraph& graph, const std::vector<std::uint32_t>& parent) {
  std::uint64_t ends = 0;
  for (std::uint32_t v = 0; v < graph.rows(); ++v) {
    if (parent[v] != kNoVertex) ends += graph.degree(v);
  }
  return ends / 2;
}

}  // namespace gf::model
