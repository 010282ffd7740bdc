// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace gf::core {

using Column = std::vector<double>;

/// Orthogonal matching pursuit: fits y on some rows as a constant plus a few of many columns of
/// similar norms. Each step takes the column that has the largest product with the residual of y.
class Pursuit {
 public:
  /// `columns` and `y` have all rows; `rows` are the ones to fit, and repeated rows count
  /// repeatedly. `columns` must outlive this object.
  Pursuit(const std::vector<Column>& columns, const Column& y, std::vector<std::size_t> rows);

  /// Takes one more column. Does nothing if no remaining column helps.
  void step();
  /// Returns the chosen columns in the order of the steps.
  [[nodiscard]] const std::vector<std::size_t>& chosen() const { return chosen_; }
  /// Returns the weights of the chosen columns, in the same order.
  [[nodiscard]] std::vector<double> weights() const;
  [[nodiscard]] double constant() const;
  /// Returns the sum over `rows` of the squared distance of the fit from `y`.
  [[nodiscard]] double squared_error(const Column& y, const std::vector<std::size_t>& rows) const;

 private:
  bool take(const Column& values);  ///< On the rows; false: it depends on earlier ones.
  [[nodiscard]] Column on_rows(const Column& column) const;
  [[nodiscard]] std::vector<double> solution() const;  ///< Coefficients, the constant first.

  const std::vector<Column>& columns_;
  const std::vector<std::size_t> rows_;
  Column left_;  ///< Residual of y on the rows.
  std::vector<std::size_t> chosen_;
  std::vector<bool> used_;          ///< By column: chosen, or found to be useless.
  std::vector<Column> orthogonal_;  ///< The constant and the chosen columns, made orthonormal.
  std::vector<Column> triangle_;    ///< For each of them: its components along those up to itself.
  std::vector<double> parts_;       ///< Components of y along each.
};

}  // namespace gf::core
