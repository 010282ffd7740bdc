// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/graphs/csr.h"
#include "workloads/shared/app_base.h"

namespace gf::model::proact {

/// Factorizes a matrix of ratings by alternating steps of stochastic gradient descent. In even
/// phases each user (row) goes through its ratings with the items' factors fixed; in odd phases
/// each item (column) does so with the users' factors fixed. Each user and each item has kFactors
/// consecutive floats, updated in place. A thread has a row and writes its factors one by one. Rows
/// are assigned to threads and CTAs by decreasing degree, so lanes write 4 B at scattered places.
class Als final : public AppBase {
 public:
  static constexpr unsigned kFactors = 8;

  explicit Als(const AppContext& context);
  [[nodiscard]] double error_of(const std::vector<std::uint8_t>& image) const override;
  [[nodiscard]] std::uint32_t users() const { return ratings_->rows(); }
  /// Returns the mean square of the differences between the ratings and the factors of `image`.
  [[nodiscard]] double loss(const std::vector<std::uint8_t>& image) const;

 private:
  Als(const AppContext& context, std::shared_ptr<const CsrMatrix> ratings);
  [[nodiscard]] std::uint64_t items_at() const { return region_bytes() / 2; }
  std::shared_ptr<const CsrMatrix> ratings_;  ///< 0 ... 1.
  std::uint64_t seed_;
};

}  // namespace gf::model::proact
