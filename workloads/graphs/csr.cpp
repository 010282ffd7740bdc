// SPDX-License-Identifier: Apache-2.0
#include "workloads/graphs/csr.h"

#include <algorithm>

#include "core/base/error.h"

namespace gf::model {
namespace {

bool before(const SparseEntry& a, const SparseEntry& b) {
  return a.row != b.row ? a.row < b.row : a.column < b.column;
}

}  // namespace

std::vector<std::uint32_t> CsrGraph::degrees() const {
  std::vector<std::uint32_t> all(rows());
  for (std::uint32_t row = 0; row < rows(); ++row) all[row] = degree(row);
  return all;
}

std::uint32_t CsrGraph::row_of(std::uint32_t k) const {
  const auto above = std::upper_bound(row_begin.begin(), row_begin.end(), k);
  return static_cast<std::uint32_t>(above - row_begin.begin()) - 1;
}

bool CsrGraph::has_edge(std::uint32_t from, std::uint32_t to) const {
  return std::binary_search(column.begin() + row_begin[from], column.begin() + row_begin[from + 1],
                            to);
}

std::uint32_t busiest_vertex(const CsrGraph& graph) {
  std::uint32_t best = 0;
  for (std::uint32_t v = 1; v < graph.rows(); ++v)
    if (graph.degree(v) > graph.degree(best)) best = v;
  return best;
}

CsrMatrix::CsrMatrix(std::uint32_t rows, std::uint32_t columns, std::vector<SparseEntry> entries)
    : columns_(columns) {
  row_begin.assign(std::size_t{rows} + 1, 0);
  GF_CHECK(entries.size() < ~std::uint32_t{0}, "elements: " + std::to_string(entries.size()));
  bool ordered = true;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const SparseEntry& entry = entries[i];
    GF_CHECK(entry.row < rows && entry.column < columns,
             std::to_string(entry.row) + ", " + std::to_string(entry.column));
    ordered = ordered && (i == 0 || !before(entry, entries[i - 1]));
  }
  // Stable, so that values at the same place are added in the order of the entries.
  if (!ordered) std::stable_sort(entries.begin(), entries.end(), before);
  column.reserve(entries.size());
  value.reserve(entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const SparseEntry& entry = entries[i];
    if (i != 0 && !before(entries[i - 1], entry)) {
      value.back() += entry.value;
    } else {
      column.push_back(entry.column);
      value.push_back(entry.value);
      ++row_begin[entry.row + 1];
    }
  }
  for (std::size_t row = 0; row < rows; ++row) row_begin[row + 1] += row_begin[row];
}

CsrMatrix CsrMatrix::transposed() const {
  CsrMatrix result;
  result.columns_ = rows();
  result.row_begin.assign(std::size_t{columns_} + 1, 0);
  for (const std::uint32_t c : column) ++result.row_begin[c + 1];
  for (std::size_t row = 0; row < columns_; ++row)
    result.row_begin[row + 1] += result.row_begin[row];
  result.column.resize(column.size());
  result.value.resize(value.size());
  std::vector<std::uint32_t> next(result.row_begin.begin(), result.row_begin.end() - 1);
  for (std::uint32_t row = 0; row < rows(); ++row)
    // Rows are visited in ascending order, so each row of the result is sorted without a sort.
    for (std::uint32_t k = row_begin[row]; k < row_begin[row + 1]; ++k) {
      const std::uint32_t at = next[column[k]]++;
      result.column[at] = row;
      result.value[at] = value[k];
    }
  return result;
}

}  // namespace gf::model
