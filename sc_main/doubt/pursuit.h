// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace gf::core {

using Column = std::vector<double>;

/// Orthogonal matching pursuit: fits y on some rows as a constant plus a few of many columns (of
/// norms alike), taking one a step, the one that has most in common with what is left of y.
class Pursuit {
 public:
  /// `columns` and `y` have all rows; `rows` are those that the fit is made on, repeated ones count
  /// as often. `columns` outlives this.
  Pursuit(const std::vector<Column>& columns, const Column& y, std::vector<std::size_t> rows);

  /// Takes one more column. When none is left that says something, nothing changes.
  void step();
  /// Which columns, in the order of the steps.
  [[nodiscard]] const std::vector<std::size_t>& chosen() const { return chosen_; }
  /// Of the chosen ones, in the same order.
  [[nodiscard]] std::vector<double> weights() const;
  [[nodiscard]] double constant() const;
  /// Sum over `rows` of the squared distance of the fit from `y`.
  [[nodiscard]] double squared_error(const Column& y, const std::vector<std::size_t>& rows) const;

 private:
  bool take(const Column& values);  ///< On the rows; false: it depends on the ones before.
  [[nodiscard]] Column on_rows(const Column& column) const;
  [[nodiscard]] std::vector<double> solution() const;  ///< The constant first.

  const std::vector<Column>& columns_;
  const std::vector<std::size_t> rows_;
  Column left_;  ///< Of y on the rows, what the fit does not say.
  std::vector<std::size_t> chosen_;
  std::vector<bool> used_;          ///< By column: chosen, or found to say nothing.
  std::vector<Column> orthogonal_;  ///< The constant and the chosen, made orthonormal.
  std::vector<Column> triangle_;    ///< Of each of them, its parts along those up to itself.
  std::vector<double> parts_;       ///< Of y along each.
};

}  // namespace gf::core
