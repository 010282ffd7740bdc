// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/graphs/csr.h"
#include "workloads/shared/app_base.h"

namespace gf::model::proact {

/// PageRank by pulling, damping 0.85, from the uniform vector. Each vertex has 8 B, the share of
/// its rank that it gives along each outgoing edge. There are two copies, which are read and
/// written alternately. The ranks of vertices without outgoing edges are distributed equally: the
/// host sums them between the phases, and kernels get the sum as an argument. A thread has a
/// vertex. Vertices are assigned to threads and CTAs by decreasing degree, so lanes write 8 B at
/// scattered places. CTAs have about equal numbers of edges, even if there are hubs.
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
