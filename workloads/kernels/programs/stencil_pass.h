// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/kernels/programs/emit.h"

namespace gf::model::suite {

/// A grid of doubles, x fastest. Warps work on rows. Extents are powers of two.
struct Grid3 {
  unsigned nx = 64, ny = 64, nz = 64;
  [[nodiscard]] std::uint64_t row_bytes() const { return std::uint64_t{nx} * sizeof(double); }
  [[nodiscard]] std::uint64_t bytes() const { return row_bytes() * ny * nz; }
  [[nodiscard]] std::size_t cells() const { return std::size_t{nx} * ny * nz; }
  [[nodiscard]] std::size_t at(unsigned x, unsigned y, unsigned z) const {
    return (std::size_t{z} * ny + y) * nx + x;
  }
  [[nodiscard]] std::uint64_t row(unsigned y, unsigned z) const {
    return (std::uint64_t{z} * ny + y) * row_bytes();
  }
  [[nodiscard]] Grid3 coarser() const { return {nx / 2, ny / 2, nz / 2}; }
};

/// The rows that a warp processes one after the other.
struct RowColumn {
  unsigned y, z_begin, z_end;
};

/// Cuts a grid into columns of rows. A CTA has a tile of up to 8 rows, one per warp, and moves with
/// it through a sixteenth of the planes. CTAs are in the order of their planes, so that consecutive
/// CTAs form a slab.
class RowTiles {
 public:
  explicit RowTiles(const Grid3& grid);
  [[nodiscard]] unsigned ctas() const { return (grid_.ny / ty_) * (grid_.nz / tz_); }
  [[nodiscard]] unsigned warps() const { return ty_; }
  [[nodiscard]] RowColumn column(unsigned cta, unsigned warp) const;
  [[nodiscard]] const Grid3& grid() const { return grid_; }

  /// Calls visit(y, z) for the rows of all warps of all CTAs, in order.
  template <class Visit>
  void for_rows(Visit visit) const {
    for (unsigned cta = 0; cta < ctas(); ++cta)
      for (unsigned warp = 0; warp < warps(); ++warp) {
        const RowColumn mine = column(cta, warp);
        for (unsigned z = mine.z_begin; z < mine.z_end; ++z) visit(mine.y, z);
      }
  }

 private:
  Grid3 grid_;
  unsigned ty_, tz_;
};

/// An array that a pass reads, at the cell itself and optionally at its neighbours in y and z.
struct StencilInput {
  std::uint64_t base = 0;
  bool lower = false;  ///< Also y - 1 and z - 1.
  bool upper = false;  ///< Also y + 1 and z + 1.
};

/// One sweep over a grid. Each CTA keeps its tile in shared memory while it moves through the
/// planes. Each warp therefore loads its row once per plane, and the first and last warps also load
/// the rows next to the tile.
struct StencilPass {
  Grid3 grid;
  std::vector<StencilInput> inputs;
  std::vector<std::uint64_t> outputs;
  std::vector<std::uint64_t> coarse_inputs;  ///< Of grid.coarser(): row (y / 2, z / 2).
  /// Arrays of grid.coarser(), stored by rows of even y and z.
  std::vector<std::uint64_t> coarse_outputs;
  unsigned cycles = 16;  ///< Of arithmetic per row.
};

Kernel stencil_kernel(const std::string& name, StencilPass pass);

}  // namespace gf::model::suite
