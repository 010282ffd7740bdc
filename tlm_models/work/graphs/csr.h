// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace gf::model {

/// One stored element of a sparse matrix; of a graph: an edge from `row` to `column`.
struct SparseEntry {
  std::uint32_t row = 0;
  std::uint32_t column = 0;
  double value = 1;
};

/// A sparse matrix by compressed rows: the elements of row r are [row_begin[r], row_begin[r + 1])
/// of `column` and `value`, columns ascending, none twice. A graph is its adjacency matrix.
class CsrMatrix {
 public:
  CsrMatrix() = default;
  /// `entries` in any order; elements at the same place are added up.
  CsrMatrix(std::uint32_t rows, std::uint32_t columns, std::vector<SparseEntry> entries);

  std::vector<std::uint32_t> row_begin{0};  ///< rows() + 1 of them.
  std::vector<std::uint32_t> column;
  std::vector<double> value;

  [[nodiscard]] std::uint32_t rows() const {
    return static_cast<std::uint32_t>(row_begin.size() - 1);
  }
  [[nodiscard]] std::uint32_t columns() const { return columns_; }
  [[nodiscard]] std::uint32_t nonzeros() const { return static_cast<std::uint32_t>(column.size()); }
  [[nodiscard]] std::uint32_t degree(std::uint32_t row) const {
    return row_begin[row + 1] - row_begin[row];
  }
  /// The row that element `k` belongs to.
  [[nodiscard]] std::uint32_t row_of(std::uint32_t k) const;
  [[nodiscard]] CsrMatrix transposed() const;

 private:
  std::uint32_t columns_ = 0;
};

}  // namespace gf::model
