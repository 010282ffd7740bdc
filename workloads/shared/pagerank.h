// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/graphs/csr.h"
#include "workloads/shared/app_base.h"

namespace gf::model::proact {

/// PageRank by pulling, damping 0.85, from the uniform vector. 8 B a vertex, what it gives to each
/// vertex that it has an edge to; there twice, in turns. What a vertex without such edges holds
/// goes to all alike: the host adds that up between the phases, and kernels get the sum as an
/// argument. A thread has a vertex; threads and CTAs are given vertices by falling degree, so that
/// lanes write 8 B here and there. CTAs have about equal numbers of edges, whatever hubs there are.
class PageRank final : public AppBase {
 public:
  explicit PageRank(const AppContext& context);
  [[nodiscard]] double error_of(const std::vector<std::uint8_t>& image) const override;
  [[nodiscard]] std::uint32_t vertices() const { return edges_->rows(); }

 private:
  PageRank(const AppContext& context, std::shared_ptr<const CsrMatrix> edges);
  std::shared_ptr<const CsrMatrix> edges_;  ///< From row to column.
};

}  // namespace gf::model::proact
