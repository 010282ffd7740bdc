// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/graphs/search.h"
#include "workloads/shared/app_base.h"

namespace gf::model::proact {

/// Shortest paths from one vertex by rounds of Bellman and Ford. Each vertex takes the shortest
/// path through a vertex with an edge to it, or keeps its own. Each vertex has 8 B, its
/// ShortestPath, in two copies, which are read and written alternately. A thread has a vertex.
/// Vertices are assigned to threads and CTAs by decreasing degree, so lanes write 8 B at scattered
/// places. The GPUs begin after kWarmUp rounds, when much of the graph has been reached and the
/// search is still growing.
class Sssp final : public AppBase {
 public:
  static constexpr unsigned kWarmUp = 64;

  explicit Sssp(const AppContext& context);
  [[nodiscard]] double error_of(const std::vector<std::uint8_t>& image) const override;
  [[nodiscard]] std::uint32_t source() const { return source_; }
  [[nodiscard]] std::uint32_t vertices() const { return edges_->rows(); }

 private:
  Sssp(const AppContext& context, const std::shared_ptr<const CsrMatrix>& edges);
  std::shared_ptr<const CsrMatrix> edges_;  ///< From row to column; the length is |value|.
  std::uint32_t source_;
};

}  // namespace gf::model::proact
