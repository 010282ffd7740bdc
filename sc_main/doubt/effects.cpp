// SPDX-License-Identifier: Apache-2.0
#include "sc_main/doubt/effects.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/random.h"
#include "sc_main/doubt/pursuit.h"

namespace gf::core {
namespace {

constexpr std::size_t kFewestPoints = 10;
constexpr std::size_t kFolds = 5;
constexpr std::size_t kMostTerms = 40;
constexpr std::size_t kSpareTerms = 4;  ///< Additional terms of a resample.
/// Below this norm the sample cannot tell a polynomial from those of lower degrees.
constexpr double kIndependent = 1e-6;

using Rows = std::vector<std::size_t>;

/// Orthonormal polynomials of one input over the sample, and their values at 0 and 1.
struct Polynomials {
  std::vector<Column> columns;
  std::vector<double> at_low;
  std::vector<double> at_high;
};

double legendre(unsigned degree, double x) {
  double before = 1, value = x;
  for (unsigned n = 1; n < degree; ++n) {
    const double next = ((2 * n + 1) * x * value - n * before) / (n + 1);
    before = value;
    value = next;
  }
  return value;
}

/// Returns the sample's points of one input, followed by the two ends. Operations that make columns
/// orthogonal on the points are thus applied to the ends too.
Column with_ends(const std::vector<std::vector<double>>& x, std::size_t input, unsigned degree) {
  Column column;
  for (const auto& point : x) column.push_back(legendre(degree, 2 * point[input] - 1));
  column.push_back(legendre(degree, -1));
  column.push_back(legendre(degree, 1));
  return column;
}

double mean_product(const Column& a, const Column& b, std::size_t count) {
  return std::inner_product(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(count), b.begin(),
                            0.0) /
         static_cast<double>(count);
}

void subtract(Column& from, const Column& what, double times) {
  for (std::size_t i = 0; i < from.size(); ++i) from[i] -= times * what[i];
}

Polynomials polynomials_of(const std::vector<std::vector<double>>& x, std::size_t input,
                           unsigned degree) {
  const std::size_t n = x.size();
  std::vector<Column> basis = {Column(n + 2, 1.0)};
  for (unsigned d = 1; d <= degree; ++d) {
    Column column = with_ends(x, input, d);
    for (const Column& before : basis) subtract(column, before, mean_product(column, before, n));
    const double norm = std::sqrt(mean_product(column, column, n));
    if (norm < kIndependent) break;  // the input has no more distinct values
    for (double& value : column) value /= norm;
    basis.push_back(std::move(column));
  }
  Polynomials made;
  for (std::size_t d = 1; d < basis.size(); ++d) {
    made.at_low.push_back(basis[d][n]);
    made.at_high.push_back(basis[d][n + 1]);
    basis[d].resize(n);
    made.columns.push_back(std::move(basis[d]));
  }
  return made;
}

/// A column of the expansion: polynomial `a` of one input, times polynomial `b` of another one if
/// `joint`.
struct Term {
  std::size_t input = 0, a = 0;
  bool joint = false;
  std::size_t other = 0, b = 0;
};

/// All candidate terms, column by column.
class Expansion {
 public:
  Expansion(const std::vector<std::vector<double>>& x, const Column& y,
            const EffectOptions& options) {
    for (std::size_t input = 0; input < x.front().size(); ++input)
      inputs_.push_back(polynomials_of(x, input, options.degree));
    for (std::size_t input = 0; input < inputs_.size(); ++input)
      for (std::size_t a = 0; a < inputs_[input].columns.size(); ++a)
        add({input, a, false, 0, 0}, inputs_[input].columns[a]);
    const Rows strong = strongest(y, options.strongest);
    for (std::size_t i = 0; i < strong.size(); ++i)
      for (std::size_t j = i + 1; j < strong.size(); ++j)
        add_products(strong[i], strong[j], options.joint_degree);
  }

  [[nodiscard]] const std::vector<Column>& columns() const { return columns_; }
  [[nodiscard]] const std::vector<Term>& terms() const { return terms_; }
  [[nodiscard]] const Polynomials& input(std::size_t i) const { return inputs_[i]; }
  [[nodiscard]] std::size_t inputs() const { return inputs_.size(); }

 private:
  void add(const Term& term, Column column) {
    terms_.push_back(term);
    columns_.push_back(std::move(column));
  }

  /// Returns the inputs whose own polynomials correlate most with `y`.
  [[nodiscard]] Rows strongest(const Column& y, std::size_t most) const {
    std::vector<double> share(inputs_.size());
    for (std::size_t i = 0; i < inputs_.size(); ++i)
      for (const Column& column : inputs_[i].columns)
        share[i] += std::pow(mean_product(column, y, y.size()), 2);
    Rows order(inputs_.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return share[a] > share[b]; });
    order.resize(std::min(order.size(), most));
    return order;
  }

  void add_products(std::size_t i, std::size_t j, unsigned degree) {
    for (std::size_t a = 0; a < inputs_[i].columns.size(); ++a)
      for (std::size_t b = 0; b < inputs_[j].columns.size() && a + b + 2 <= degree; ++b) {
        Column product = inputs_[i].columns[a];
        for (std::size_t row = 0; row < product.size(); ++row)
          product[row] *= inputs_[j].columns[b][row];
        add({i, a, true, j, b}, std::move(product));
      }
  }

  std::vector<Polynomials> inputs_;
  std::vector<Term> terms_;
  std::vector<Column> columns_;
};

/// Number of terms that predicts left-out points best, and the share of the variance it explains.
struct Chosen {
  std::size_t terms = 0;
  double explained = 0;
};

Chosen choose(const Expansion& expansion, const Column& y) {
  const std::size_t most = std::min(kMostTerms, y.size() / 3);
  std::vector<double> errors(most + 1);
  for (std::size_t fold = 0; fold < kFolds; ++fold) {
    Rows in, out;
    for (std::size_t row = 0; row < y.size(); ++row)
      (row % kFolds == fold ? out : in).push_back(row);
    Pursuit pursuit(expansion.columns(), y, in);
    for (std::size_t terms = 0; terms <= most; ++terms) {
      errors[terms] += pursuit.squared_error(y, out);
      pursuit.step();
    }
  }
  const auto best = std::min_element(errors.begin(), errors.end());
  // Zero terms is the baseline, the mean of the other folds; it is a little worse than the mean of
  // all.
  return {static_cast<std::size_t>(best - errors.begin()), std::max(0.0, 1 - *best / errors[0])};
}

/// Variance by input: of its own terms, and of all terms that contain it.
struct Shares {
  explicit Shares(std::size_t inputs) : alone(inputs), total(inputs) {}
  std::vector<double> alone, total;
};

Shares shares_of(const Expansion& expansion, const Pursuit& pursuit, double variance) {
  Shares shares(expansion.inputs());
  const std::vector<double> weights = pursuit.weights();
  for (std::size_t k = 0; k < weights.size(); ++k) {
    const Term& term = expansion.terms()[pursuit.chosen()[k]];
    const double share = weights[k] * weights[k] / variance;
    shares.total[term.input] += share;
    (term.joint ? shares.total[term.other] : shares.alone[term.input]) += share;
  }
  return shares;
}

double variance_of(const Column& y, const Rows& rows) {
  double sum = 0, squares = 0;
  for (const std::size_t row : rows) sum += y[row];
  const double mean = sum / static_cast<double>(rows.size());
  for (const std::size_t row : rows) squares += (y[row] - mean) * (y[row] - mean);
  return squares / static_cast<double>(rows.size());
}

Pursuit fitted(const Expansion& expansion, const Column& y, const Rows& rows, std::size_t terms) {
  Pursuit pursuit(expansion.columns(), y, rows);
  for (std::size_t k = 0; k < terms; ++k) pursuit.step();
  return pursuit;
}

/// Estimates from other samples: points drawn from these with repetition. They may take more terms
/// than was best here. Otherwise an effect too weak to be taken here would count as known to be 0.
std::vector<Shares> resampled(const Expansion& expansion, const Column& y, std::size_t terms,
                              const EffectOptions& options) {
  std::vector<Shares> all;
  RandomStream random(options.seed, "bootstrap");
  for (unsigned i = 0; i < options.resamples; ++i) {
    Rows rows(y.size());
    for (std::size_t& row : rows) row = random.below(y.size());
    const double variance = variance_of(y, rows);
    if (variance > 0)
      all.push_back(
          shares_of(expansion, fitted(expansion, y, rows, terms + kSpareTerms), variance));
  }
  return all;
}

/// Widens the interval to contain the estimate: the bootstrap of a sum of squares is a little high.
Estimate with_interval(double value, const std::vector<double>& resamples) {
  if (resamples.empty()) return {value, value, value};
  return {value, std::min(value, quantile(resamples, 0.05)),
          std::max(value, std::min(1.0, quantile(resamples, 0.95)))};
}

Estimate estimate(const std::vector<double>& value, const std::vector<Shares>& resamples,
                  std::vector<double> Shares::*which, std::size_t input) {
  std::vector<double> values;
  for (const Shares& shares : resamples) values.push_back((shares.*which)[input]);
  return with_interval(value[input], values);
}

void add_ends(Effects& effects, const Expansion& expansion, const Pursuit& pursuit) {
  for (Effect& effect : effects.inputs) effect.at_low = effect.at_high = effects.mean;
  const std::vector<double> weights = pursuit.weights();
  for (std::size_t k = 0; k < weights.size(); ++k) {
    const Term& term = expansion.terms()[pursuit.chosen()[k]];
    if (term.joint) continue;
    const Polynomials& polynomials = expansion.input(term.input);
    effects.inputs[term.input].at_low += weights[k] * polynomials.at_low[term.a];
    effects.inputs[term.input].at_high += weights[k] * polynomials.at_high[term.a];
  }
}

}  // namespace

double quantile(std::vector<double> values, double share) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::sort(values.begin(), values.end());
  const double place = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

Effects effects_of(const std::vector<std::vector<double>>& x, const std::vector<double>& y,
                   const EffectOptions& options) {
  Effects effects;
  if (y.empty()) return effects;
  Rows rows(y.size());
  std::iota(rows.begin(), rows.end(), 0);
  effects.inputs.resize(x.front().size());
  effects.mean = std::accumulate(y.begin(), y.end(), 0.0) / static_cast<double>(y.size());
  for (Effect& effect : effects.inputs) effect.at_low = effect.at_high = effects.mean;
  const double variance = variance_of(y, rows);
  if (y.size() < kFewestPoints || !(variance > 0)) return effects;
  const Expansion expansion(x, y, options);
  const Chosen chosen = choose(expansion, y);
  effects.explained = chosen.explained;
  const Pursuit pursuit = fitted(expansion, y, rows, chosen.terms);
  const Shares shares = shares_of(expansion, pursuit, variance);
  const std::vector<Shares> resamples = resampled(expansion, y, chosen.terms, options);
  for (std::size_t input = 0; input < effects.inputs.size(); ++input) {
    effects.inputs[input].alone = estimate(shares.alone, resamples, &Shares::alone, input);
    effects.inputs[input].total = estimate(shares.total, resamples, &Shares::total, input);
  }
  add_ends(effects, expansion, pursuit);
  return effects;
}

}  // namespace gf::core
