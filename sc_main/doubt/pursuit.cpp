// SPDX-License-Identifier: Apache-2.0
#include "sc_main/doubt/pursuit.h"

#include <cmath>
#include <numeric>
#include <utility>

namespace gf::core {
namespace {

/// Fraction of a column's norm that must be independent of earlier columns.
constexpr double kOwnPart = 1e-5;

double dot(const Column& a, const Column& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

}  // namespace

Pursuit::Pursuit(const std::vector<Column>& columns, const Column& y, std::vector<std::size_t> rows)
    : columns_(columns), rows_(std::move(rows)), left_(on_rows(y)), used_(columns.size()) {
  take(Column(rows_.size(), 1.0));
}

Column Pursuit::on_rows(const Column& column) const {
  Column values;
  values.reserve(rows_.size());
  for (const std::size_t row : rows_) values.push_back(column[row]);
  return values;
}

bool Pursuit::take(const Column& values) {
  Column own = values;
  Column parts;
  for (const Column& before : orthogonal_) {
    parts.push_back(dot(own, before));
    for (std::size_t i = 0; i < own.size(); ++i) own[i] -= parts.back() * before[i];
  }
  const double norm = std::sqrt(dot(own, own));
  if (!(norm > kOwnPart * std::sqrt(dot(values, values)))) return false;
  for (double& value : own) value /= norm;
  parts.push_back(norm);
  parts_.push_back(dot(own, left_));
  for (std::size_t i = 0; i < own.size(); ++i) left_[i] -= parts_.back() * own[i];
  orthogonal_.push_back(std::move(own));
  triangle_.push_back(std::move(parts));
  return true;
}

void Pursuit::step() {
  for (;;) {
    std::size_t best = columns_.size();
    double most = 0;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (used_[c]) continue;
      double common = 0;
      for (std::size_t i = 0; i < rows_.size(); ++i) common += columns_[c][rows_[i]] * left_[i];
      if (std::abs(common) <= most) continue;
      most = std::abs(common);
      best = c;
    }
    if (best == columns_.size()) return;
    used_[best] = true;
    if (!take(on_rows(columns_[best]))) continue;
    chosen_.push_back(best);
    return;
  }
}

std::vector<double> Pursuit::solution() const {
  std::vector<double> x = parts_;
  for (std::size_t k = x.size(); k-- > 0;) {
    x[k] /= triangle_[k][k];
    for (std::size_t i = 0; i < k; ++i) x[i] -= triangle_[k][i] * x[k];
  }
  return x;
}

std::vector<double> Pursuit::weights() const {
  std::vector<double> x = solution();
  x.erase(x.begin());
  return x;
}

double Pursuit::constant() const { return solution().front(); }

double Pursuit::squared_error(const Column& y, const std::vector<std::size_t>& rows) const {
  const std::vector<double> x = solution();
  double sum = 0;
  for (const std::size_t row : rows) {
    double fit = x[0];
    for (std::size_t k = 0; k < chosen_.size(); ++k) fit += x[k + 1] * columns_[chosen_[k]][row];
    sum += (y[row] - fit) * (y[row] - fit);
  }
  return sum;
}

}  // namespace gf::core
