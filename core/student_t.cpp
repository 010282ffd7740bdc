// SPDX-License-Identifier: Apache-2.0
#include "core/student_t.h"

#include <cmath>
#include <iterator>

#include "core/error.h"

namespace gf::core {

double student_t(std::size_t freedom) {
  static constexpr double kFew[] = {12.71, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306};
  GF_CHECK(freedom > 0, "no degree of freedom");
  if (freedom <= std::size(kFew)) return kFew[freedom - 1];
  // The expansion of Cornish and Fisher from the normal distribution's z (Abramowitz and Stegun,
  // 26.7.5).
  constexpr double z = 1.959964;
  const auto n = static_cast<double>(freedom);
  return z + (std::pow(z, 3) + z) / (4 * n) +
         (5 * std::pow(z, 5) + 16 * std::pow(z, 3) + 3 * z) / (96 * n * n) +
         (3 * std::pow(z, 7) + 19 * std::pow(z, 5) + 17 * std::pow(z, 3) - 15 * z) /
             (384 * n * n * n);
}

}  // namespace gf::core
