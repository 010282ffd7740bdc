// SPDX-License-Identifier: Apache-2.0
#include "workloads/graphs/search.h"

#include <cmath>
#include <utility>

namespace gf::model {

ShortestPath pull_path(const CsrMatrix& in, std::uint32_t v,
                       const std::vector<ShortestPath>& paths) {
  ShortestPath best = paths[v];
  for (std::uint32_t k = in.row_begin[v]; k < in.row_begin[v + 1]; ++k) {
    const auto length = static_cast<float>(std::abs(in.value[k]));
    if (relax(paths[in.column[k]].distance + length, best.distance)) best.before = in.column[k];
  }
  return best;
}

FrontierSearch::FrontierSearch(const CsrMatrix& graph, std::uint32_t source, bool lengths)
    : graph_(graph),
      lengths_(lengths),
      distance_(graph.rows(), kUnreached),
      next_(1, source),
      queued_in_(graph.rows(), 0) {
  distance_[source] = 0;
}

std::vector<std::uint32_t> FrontierSearch::take_frontier() {
  ++round_;
  return std::exchange(next_, {});
}

bool FrontierSearch::relax_edge(std::uint32_t v, std::uint32_t k) {
  const std::uint32_t far = graph_.column[k];
  const std::uint32_t length = lengths_ ? static_cast<std::uint32_t>(graph_.value[k]) : 1;
  if (!relax(distance_[v] + length, distance_[far])) return false;
  if (queued_in_[far] != round_) next_.push_back(far);
  queued_in_[far] = round_;
  return true;
}

}  // namespace gf::model
