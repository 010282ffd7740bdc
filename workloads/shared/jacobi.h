// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/graphs/csr.h"
#include "workloads/shared/app_base.h"

namespace gf::model::proact {

/// Jacobi's method for A x = b, A a band: x' = (b - R x) / D row by row. x is there twice, read in
/// one place and written in the other, in turns; a CTA writes its rows side by side in increasing
/// order: whole lines. b is in the rows' records; elements are
/// floats, x and b doubles.
class Jacobi final : public AppBase {
 public:
  explicit Jacobi(const AppContext& context);
  [[nodiscard]] double error_of(const std::vector<std::uint8_t>& image) const override;

 private:
  Jacobi(const AppContext& context, std::shared_ptr<const CsrMatrix> matrix);
  std::shared_ptr<const CsrMatrix> matrix_;
};

}  // namespace gf::model::proact
