// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace gf::model {

/// Stands for "no vertex", for example as the parent or the predecessor of a vertex.
inline constexpr std::uint32_t kNoVertex = ~0u;

/// A graph in compressed rows. Vertex r has an edge to each vertex in [row_begin[r], row_begin[r +
/// 1]) of `column`, in ascending order without duplicates. An undirected edge is stored at both
/// ends.
class CsrGraph {
 public:
  std::vector<std::uint32_t> row_begin{0};  ///< rows() + 1 entries.
  std::vector<std::uint32_t> column;

  [[nodiscard]] std::uint32_t rows() const {
    return static_cast<std::uint32_t>(row_begin.size() - 1);
  }
  [[nodiscard]] std::uint32_t nonzeros() const { return static_cast<std::uint32_t>(column.size()); }
  [[nodiscard]] std::uint32_t degree(std::uint32_t row) const {
    return row_begin[row + 1] - row_begin[row];
  }
  [[nodiscard]] std::vector<std::uint32_t> degrees() const;  ///< By row.
  /// Returns the row that contains element `k`.
  [[nodiscard]] std::uint32_t row_of(std::uint32_t k) const;
  [[nodiscard]] bool has_edge(std::uint32_t from, std::uint32_t to) const;
};

/// Returns the vertex with the most edges; if several have as many, the first.
std::uint32_t busiest_vertex(const CsrGraph& graph);

/// One stored element of a sparse matrix; in a graph, an edge from `row` to `column`.
struct SparseEntry {
  std::uint32_t row = 0;
  std::uint32_t column = 0;
  double value = 1;
};

/// A sparse matrix: a graph with a value for each edge.
class CsrMatrix : public CsrGraph {
 public:
  CsrMatrix() = default;
  /// `entries` may be in any order; elements at the same place are added.
  CsrMatrix(std::uint32_t rows, std::uint32_t columns, std::vector<SparseEntry> entries);

  std::vector<double> value;

  [[nodiscard]] std::uint32_t columns() const { return columns_; }
  [[nodiscard]] CsrMatrix transposed() const;

 private:
  std::uint32_t columns_ = 0;
};

}  // namespace gf::model
