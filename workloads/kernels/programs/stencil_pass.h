// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/kernels/programs/emit.h"

namespace gf::model::suite {

/// A grid of doubles, x the fastest; rows are the unit that warps work on. Extents: powers of two.
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

/// The rows that a warp works on, one after the other.
struct RowColumn {
  unsigned y, z_begin, z_end;
};

/// A grid cut into columns of rows: a CTA has a tile of up to 8 rows, one a warp, and goes with it
/// through a sixteenth of the planes. CTAs in the order of their planes, so that a contiguous block
/// of them is a slab.
class RowTiles {
 public:
  explicit RowTiles(const Grid3& grid);
  [[nodiscard]] unsigned ctas() const { return (grid_.ny / ty_) * (grid_.nz / tz_); }
  [[nodiscard]] unsigned warps() const { return ty_; }
  [[nodiscard]] RowColumn column(unsigned cta, unsigned warp) const;
  [[nodiscard]] const Grid3& grid() const { return grid_; }

  /// Calls visit(y, z) for the rows of all warps of all CTAs, in their order.
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

/// An array that a pass reads: at the cell itself, and at its neighbours in y and z.
struct StencilInput {
  std::uint64_t base = 0;
  bool lower = false;  ///< y - 1 and z - 1 too.
  bool upper = false;  ///< y + 1 and z + 1 too.
};

/// One sweep over a grid: each CTA keeps its tile in shared memory while it goes through the
/// planes, so each warp loads its row once a plane, and the first and last ones the rows beside the
/// tile.
struct StencilPass {
  Grid3 grid;
  std::vector<StencilInput> inputs;
  std::vector<std::uint64_t> outputs;
  std::vector<std::uint64_t> coarse_inputs;   ///< Of grid.coarser(): row (y / 2, z / 2).
  std::vector<std::uint64_t> coarse_outputs;  ///< Of grid.coarser(), by rows of even y and z.
  unsigned cycles = 16;                       ///< Of arithmetic, a row.
};

Kernel stencil_kernel(const std::string& name, StencilPass pass);

}  // namespace gf::model::suite
