// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace gf::core {

/// Returns the quantile t of Student's distribution: a share `between` of it lies between -t and t.
/// `freedom`: degrees of freedom, at least 1, not necessarily whole; `between`: above 0, below 1.
/// Uses Boost.Math.
double student_t(double freedom, double between = 0.95);

}  // namespace gf::core
