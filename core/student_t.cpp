// SPDX-License-Identifier: Apache-2.0
#include "core/student_t.h"

#include <boost/math/distributions/students_t.hpp>

#include "core/error.h"

namespace gf::core {

double student_t(std::size_t freedom) {
  GF_CHECK(freedom > 0, "no degree of freedom");
  const boost::math::students_t distribution(static_cast<double>(freedom));
  return boost::math::quantile(distribution, 0.975);
}

}  // namespace gf::core
