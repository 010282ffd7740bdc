// SPDX-License-Identifier: Apache-2.0
#include "core/stats/student_t.h"

#include <boost/math/distributions/students_t.hpp>

#include "core/base/error.h"

namespace gf::core {
namespace {

/// Computes in double only. For long double Boost initializes constants before main() that exceed
/// valgrind's floating-point range, and then no program with it runs under valgrind.
using InDouble = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
using StudentT = boost::math::students_t_distribution<double, InDouble>;

}  // namespace

double student_t(double freedom, double between) {
  GF_CHECK(freedom >= 1, "less than a degree of freedom");
  GF_CHECK(between > 0 && between < 1, "a share that is none");
  return boost::math::quantile(StudentT(freedom), (1 + between) / 2);
}

}  // namespace gf::core
