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

/// Influence of one input on an output, as shares of the output's variance (Sobol indices).
struct Effect {
  Estimate alone;      ///< First order: by itself, averaging over the others.
  Estimate total;      ///< Including interactions: the variance that would vanish if this input
                       ///< were known.
  double at_low = 0;   ///< The output's mean over the other inputs with this input at 0.
  double at_high = 0;  ///< At 1.
};

struct Effects {
  std::vector<Effect> inputs;
  double mean = 0;
  /// Share of the variance that the fit predicts for points it was not made from (Q2 of
  /// cross-validation). The rest cannot be attributed: high orders, steps, noise.
  double explained = 0;
};

struct EffectOptions {
  unsigned degree = 3;        ///< Of a polynomial of one input.
  unsigned joint_degree = 3;  ///< Of a product of polynomials of two inputs, in total.
  unsigned strongest = 12;    ///< Inputs for which products are tried.
  unsigned resamples = 100;   ///< Bootstrap samples for the intervals.
  std::uint64_t seed = 1;     ///< Seed of the bootstrap.
};

/// Estimates effects from points `x` (inputs in [0, 1], drawn independently) and the output `y` at
/// each point. It uses a sparse polynomial chaos expansion (Sudret 2008): orthogonal polynomials of
/// each input and products of two. Orthogonal matching pursuit adds one term at a time, as long as
/// that improves the prediction of left-out points (five folds). The terms are the variance shares.
/// This needs far fewer runs than a pick-and-freeze design with as many inputs. In exchange,
/// effects that no such polynomial follows stay unexplained, which `explained` reports. With fewer
/// than ten points, or a constant output, nothing is explained.
Effects effects_of(const std::vector<std::vector<double>>& x, const std::vector<double>& y,
                   const EffectOptions& options = {});

/// Returns the value below which `share` of `values` lies, interpolated between two of them. NaN if
/// there are none.
double quantile(std::vector<double> values, double share);

}  // namespace gf::core
