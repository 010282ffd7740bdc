// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace gf::core {

/// Student's distribution: 95 % of it lie between -t and t. `freedom`: degrees of it, at least 1.
/// By Boost.Math.
double student_t(std::size_t freedom);

}  // namespace gf::core
