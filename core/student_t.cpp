// SPDX-License-Identifier: Apache-2.0
#include "core/student_t.h"

#include <boost/math/distributions/students_t.hpp>

#include "core/error.h"

namespace gf::core {
namespace {

/// In double: what Boost makes for long double before main() is more than valgrind's numbers hold,
/// and no program with it runs there.
using InDouble = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
using StudentT = boost::math::students_t_distribution<double, InDouble>;

}  // namespace

double student_t(std::size_t freedom) {
  GF_CHECK(freedom > 0, "no degree of freedom");
  const StudentT distribution(static_cast<double>(freedom));
  return boost::math::quantile(distribution, 0.975);
}

}  // namespace gf::core
