// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/analytic/network_shapes.h"

namespace gf::model {
namespace {

unsigned power(unsigned base, unsigned exponent) {
  return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

}  // namespace

NetworkShape shape_of(const FatTreeParams& params) {
  const unsigned k = params.k, n = params.n;
  const unsigned leaves = power(k, n - 1);
  NetworkShape shape{k * leaves, n * leaves, (n - 1) * k * leaves, 2 * (n - 1), 0, 0};
  // The subtrees below the top are cut in two halves. The bisection is the traffic that one half
  // can send up; with an odd k, the smaller half.
  shape.bisection = n == 1 ? 0 : k / 2 * leaves;
  for (unsigned m = 1; m < n; ++m)
    shape.mean_hops += 2.0 * m * (k - 1) * power(k, m - 1) / static_cast<double>(leaves);
  return shape;
}

NetworkShape shape_of(const HyperXParams& params) {
  const unsigned l = params.l, s = params.s;
  const unsigned routers = power(s, l);
  NetworkShape shape{params.t * routers, routers, routers * l * (s - 1) / 2, l, 0, 0};
  // Each of the s^(l-1) rows of a dimension is cut into halves whose routers are all linked
  // pairwise.
  shape.bisection = (s / 2) * (s - s / 2) * power(s, l - 1);
  shape.mean_hops = static_cast<double>(l) * (s - 1) / s;
  return shape;
}

}  // namespace gf::model
