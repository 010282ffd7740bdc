// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/graphs/csr.h"
#include "workloads/shared/app_base.h"

namespace gf::model::proact {

/// Jacobi's method for A x = b with a band matrix A: x' = (b - R x) / D, row by row. There are two
/// copies of x, which are read and written alternately. A CTA writes adjacent rows in increasing
/// order, so it stores whole lines. b is in the rows' records. Elements are floats, x and b
/// doubles.
class Jacobi final : public AppBase {
 public:
  explicit Jacobi(const AppContext& context);
  [[nodiscard]] double error_of(const std::vector<std::uint8_t>& image) const override;

 private:
  Jacobi(const AppContext& context, std::shared_ptr<const CsrMatrix> matrix);
  std::shared_ptr<const CsrMatrix> matrix_;
};

}  // namespace gf::model::proact
