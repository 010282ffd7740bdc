// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/sparse/csr.h"

#include <algorithm>

#include "core/error.h"

namespace gf::model {

CsrMatrix::CsrMatrix(std::uint32_t rows, std::uint32_t columns, std::vector<SparseEntry> entries)
    : row_begin(std::size_t{rows} + 1, 0), columns_(columns) {
  GF_CHECK(entries.size() < ~std::uint32_t{0}, "elements: " + std::to_string(entries.size()));
  // Stable: what is added up at one place is added in the order of the entries.
  std::stable_sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
    return a.row != b.row ? a.row < b.row : a.column < b.column;
  });
  column.reserve(entries.size());
  value.reserve(entries.size());
  const SparseEntry* before = nullptr;
  for (const SparseEntry& entry : entries) {
    GF_CHECK(entry.row < rows && entry.column < columns,
             std::to_string(entry.row) + ", " + std::to_string(entry.column));
    if (before != nullptr && before->row == entry.row && before->column == entry.column) {
      value.back() += entry.value;
    } else {
      column.push_back(entry.column);
      value.push_back(entry.value);
      ++row_begin[entry.row + 1];
    }
    before = &entry;
  }
  for (std::size_t row = 0; row < rows; ++row) row_begin[row + 1] += row_begin[row];
}

std::uint32_t CsrMatrix::row_of(std::uint32_t k) const {
  const auto above = std::upper_bound(row_begin.begin(), row_begin.end(), k);
  return static_cast<std::uint32_t>(above - row_begin.begin()) - 1;
}

CsrMatrix CsrMatrix::transposed() const {
  std::vector<SparseEntry> entries;
  entries.reserve(column.size());
  for (std::uint32_t row = 0; row < rows(); ++row)
    for (std::uint32_t k = row_begin[row]; k < row_begin[row + 1]; ++k)
      entries.push_back({column[k], row, value[k]});
  return {columns_, rows(), std::move(entries)};
}

}  // namespace gf::model
