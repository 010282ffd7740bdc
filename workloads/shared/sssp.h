// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/graphs/search.h"
#include "workloads/shared/app_base.h"

namespace gf::model::proact {

/// Shortest ways from one vertex by rounds of Bellman and Ford: each vertex takes the shortest way
/// over one of those that have an edge to it, or keeps its own. 8 B a vertex, its
/// ShortestPath, there twice, in turns. A thread has a vertex; threads and CTAs are given vertices
/// by falling degree, so that lanes write 8 B here and there. The GPUs begin when kWarmUp rounds
/// are over: much of the graph is reached and more is being reached.
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
