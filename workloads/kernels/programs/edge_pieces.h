// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "workloads/graphs/csr.h"
#include "workloads/kernels/programs/emit.h"

namespace gf::model::suite {

/// The elements of a sparse matrix dealt to warps by number, 32 at a time, whatever rows they are
/// in: every warp has as much to do. A CTA has 4 warps of about 8 pieces.
class EdgePieces {
 public:
  static constexpr unsigned kWarps = 4;
  EdgePieces(std::uint64_t edges, unsigned gpus)
      : edges_(edges),
        ctas_(static_cast<unsigned>(std::max<std::uint64_t>(1, edges / (1024 * gpus)) * gpus)) {}

  [[nodiscard]] unsigned ctas() const { return ctas_; }
  /// Elements of a warp: whole pieces, but for the very last.
  [[nodiscard]] Range of(unsigned cta, unsigned warp) const {
    const Range pieces = part_of(part_of({0, (edges_ + 31) / 32}, ctas_, cta), kWarps, warp);
    return {pieces.begin * 32, std::min(pieces.end * 32, edges_)};
  }

 private:
  std::uint64_t edges_;
  unsigned ctas_;
};

/// The rows of which the last element is in `edges`; an empty row belongs to the element before it.
/// The first range of a matrix starts at row 0, one that ends the matrix takes all rows left.
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
