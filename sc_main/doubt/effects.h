// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace gf::core {

/// An estimate with its 5 % to 95 % interval.
struct Estimate {
  double value = 0;
  double low = 0;
  double high = 0;
};

/// How one input moves an output, as shares of the output's variance (Sobol's indices).
struct Effect {
  Estimate alone;      ///< First order: by itself, whatever the others are.
  Estimate total;      ///< And together with others: what would go if it were known.
  double at_low = 0;   ///< The output's mean over the others with this input at 0.
  double at_high = 0;  ///< At 1.
};

struct Effects {
  std::vector<Effect> inputs;
  double mean = 0;
  /// Share of the variance that the fit foretells for points that it was not made from (Q2 of
  /// cross-validation); the rest is not told apart: high orders, steps, noise.
  double explained = 0;
};

struct EffectOptions {
  unsigned degree = 3;        ///< Of a polynomial of one input.
  unsigned joint_degree = 3;  ///< Of a product of polynomials of two inputs, both together.
  unsigned strongest = 12;    ///< Inputs of which products are tried.
  unsigned resamples = 100;   ///< Of the bootstrap that the intervals come from.
  std::uint64_t seed = 1;     ///< Of the bootstrap.
};

/// From points `x` (inputs in [0, 1], drawn independently of each other) and the output `y` at
/// each. A polynomial chaos expansion (Sudret 2008) with few terms: orthogonal polynomials of each
/// input and products of two, taken one by one by orthogonal matching pursuit for as long as that
/// helps points that were left out (five folds). Its terms are the variance shares. Far fewer runs
/// than a pick-and-freeze design of as many inputs needs, at the price that what no such polynomial
/// follows stays unexplained, and is said to be. Fewer than ten points, or an output that is the
/// same everywhere: nothing is explained.
Effects effects_of(const std::vector<std::vector<double>>& x, const std::vector<double>& y,
                   const EffectOptions& options = {});

/// The value below which `share` of `values` lies, between two of them by interpolation. NaN for
/// none.
double quantile(std::vector<double> values, double share);

}  // namespace gf::core
