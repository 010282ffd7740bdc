// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace gf::model {

/// The vector of PageRank with damping 0.85, starting from the uniform vector. The rank of a vertex
/// without edges is distributed equally to all vertices. One iteration: call sums(), add the gift
/// of u to the sum of v for each edge from u to v (vertex by vertex or edge by edge), then call
/// advance().
class RankVector {
 public:
  /// `degrees`: number of edges that leave each vertex.
  explicit RankVector(std::vector<std::uint32_t> degrees);

  /// Returns what each vertex gives along each of its edges; for a vertex without edges, its rank.
  [[nodiscard]] const std::vector<double>& contributions() const { return gifts_; }
  /// Returns each vertex's share of the ranks of the vertices without edges.
  [[nodiscard]] std::vector<double> sums() const;
  void advance(const std::vector<double>& sums);
  [[nodiscard]] std::vector<double> ranks() const;

 private:
  [[nodiscard]] double parts(std::size_t vertex) const;  ///< Number of equal gifts.

  std::vector<std::uint32_t> degrees_;
  std::vector<double> gifts_;
};

}  // namespace gf::model
