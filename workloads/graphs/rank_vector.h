// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace gf::model {

/// The vector of PageRank, damping 0.85, from the uniform one on. What a vertex without edges holds
/// goes to all alike. An iteration: sums(), to which its caller adds the gift of u for each edge
/// from u to v, vertex by vertex or edge by edge; then advance().
class RankVector {
 public:
  /// Edges that leave each vertex.
  explicit RankVector(std::vector<std::uint32_t> degrees);

  /// What each vertex gives along each of its edges; of one without edges, what it holds.
  [[nodiscard]] const std::vector<double>& gifts() const { return gifts_; }
  /// What each vertex is given by those without edges.
  [[nodiscard]] std::vector<double> sums() const;
  void advance(const std::vector<double>& sums);
  [[nodiscard]] std::vector<double> ranks() const;

 private:
  [[nodiscard]] double parts(std::size_t vertex) const;  ///< That its rank is given away in.

  std::vector<std::uint32_t> degrees_;
  std::vector<double> gifts_;
};

}  // namespace gf::model
