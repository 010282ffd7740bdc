// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace gf::model {

/// In place of a vertex where there is none: of a parent, of the vertex before another.
inline constexpr std::uint32_t kNoVertex = ~0u;

/// A graph by compressed rows: vertex r has an edge to each of [row_begin[r], row_begin[r + 1]) of
/// `column`, ascending, none twice. An undirected edge stands at both of its ends.
class CsrGraph {
 public:
  std::vector<std::uint32_t> row_begin{0};  ///< rows() + 1 of them.
  std::vector<std::uint32_t> column;

  [[nodiscard]] std::uint32_t rows() const {
    return static_cast<std::uint32_t>(row_begin.size() - 1);
  }
  [[nodiscard]] std::uint32_t nonzeros() const { return static_cast<std::uint32_t>(column.size()); }
  [[nodiscard]] std::uint32_t degree(std::uint32_t row) const {
    return row_begin[row + 1] - row_begin[row];
  }
  [[nodiscard]] std::vector<std::uint32_t> degrees() const;  ///< By row.
  /// The row that element `k` belongs to.
  [[nodiscard]] std::uint32_t row_of(std::uint32_t k) const;
  [[nodiscard]] bool has_edge(std::uint32_t from, std::uint32_t to) const;
};

/// The vertex with most edges, the first of them.
std::uint32_t busiest_vertex(const CsrGraph& graph);

/// One stored element of a sparse matrix; of a graph: an edge from `row` to `column`.
struct SparseEntry {
  std::uint32_t row = 0;
  std::uint32_t column = 0;
  double value = 1;
};

/// A sparse matrix: a value for each edge of the graph whose adjacency matrix it is.
class CsrMatrix : public CsrGraph {
 public:
  CsrMatrix() = default;
  /// `entries` in any order; elements at the same place are added up.
  CsrMatrix(std::uint32_t rows, std::uint32_t columns, std::vector<SparseEntry> entries);

  std::vector<double> value;

  [[nodiscard]] std::uint32_t columns() const { return columns_; }
  [[nodiscard]] CsrMatrix transposed() const;

 private:
  std::uint32_t columns_ = 0;
};

}  // namespace gf::model
