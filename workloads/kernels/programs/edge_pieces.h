// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "workloads/graphs/csr.h"
#include "workloads/kernels/programs/emit.h"

namespace gf::model::suite {

/// Distributes the elements of a sparse matrix to warps by number, in pieces of 32, regardless of
/// their rows, so that every warp has the same amount of work. A CTA has 4 warps of about 8 pieces
/// each.
class EdgePieces {
 public:
  static constexpr unsigned kWarps = 4;
  EdgePieces(std::uint64_t edges, unsigned gpus)
      : edges_(edges),
        ctas_(static_cast<unsigned>(std::max<std::uint64_t>(1, edges / (1024 * gpus)) * gpus)) {}

  [[nodiscard]] unsigned ctas() const { return ctas_; }
  /// Returns the elements of a warp: whole pieces, except for the very last piece.
  [[nodiscard]] Range of(unsigned cta, unsigned warp) const {
    const Range pieces = part_of(part_of({0, (edges_ + 31) / 32}, ctas_, cta), kWarps, warp);
    return {pieces.begin * 32, std::min(pieces.end * 32, edges_)};
  }

 private:
  std::uint64_t edges_;
  unsigned ctas_;
};

/// Returns the rows whose last element is in `edges`; an empty row belongs to the element before
/// it. The first range of a matrix starts at row 0, and the last one takes all remaining rows.
inline Range rows_ended_in(const CsrMatrix& matrix, Range edges) {
  const auto& begin = matrix.row_begin;
  const auto row_after = [&](std::uint64_t edge) {
    if (edge >= matrix.nonzeros()) return std::uint64_t{matrix.rows()};
    if (edge == 0) return std::uint64_t{0};
    // Rows that end at or before `edge`.
    return static_cast<std::uint64_t>(std::upper_bound(begin.begin() + 1, begin.end(), edge) -
                                      begin.begin() - 1);
  };
  return {row_after(edges.begin), row_after(edges.end)};
}

}  // namespace gf::model::suite
