// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/graphs/csr.h"
#include "workloads/shared/app_base.h"

namespace gf::model::proact {

/// Factors of a matrix of ratings by alternating steps of stochastic gradient descent: in even
/// phases each user (row) goes through its ratings with the items' factors fixed, in odd ones each
/// item (column) with the users'. kFactors floats a user and an item, one after the other, in
/// place. A thread has a row, and writes its factors one by one; threads and CTAs are given rows by
/// falling degree: lanes write 4 B here and there.
class Als final : public AppBase {
 public:
  static constexpr unsigned kFactors = 8;

  explicit Als(const AppContext& context);
  [[nodiscard]] double error_of(const std::vector<std::uint8_t>& image) const override;
  [[nodiscard]] std::uint32_t users() const { return ratings_->rows(); }
  /// Mean square of what the factors of `image` miss of the ratings.
  [[nodiscard]] double loss(const std::vector<std::uint8_t>& image) const;

 private:
  Als(const AppContext& context, std::shared_ptr<const CsrMatrix> ratings);
  [[nodiscard]] std::uint64_t items_at() const { return region_bytes() / 2; }
  std::shared_ptr<const CsrMatrix> ratings_;  ///< 0 ... 1.
  std::uint64_t seed_;
};

}  // namespace gf::model::proact
