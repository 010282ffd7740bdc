// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/programs/stencil_pass.h"

#include <algorithm>

namespace gf::model::suite {
namespace {

/// Emits the instructions of one warp in one pass.
class RowEmitter {
 public:
  RowEmitter(const StencilPass& pass, unsigned warp, unsigned last_warp, WarpProgram& program)
      : pass_(pass), first_(warp == 0), last_(warp == last_warp), program_(program) {}

  void column(const RowColumn& mine) {
    for (const StencilInput& input : pass_.inputs) {
      if (input.lower && mine.z_begin > 0) load(input.base, mine.y, mine.z_begin - 1);
      if (input.upper) load(input.base, mine.y, mine.z_begin);
    }
    for (unsigned z = mine.z_begin; z < mine.z_end; ++z) row(mine.y, z);
  }

 private:
  void row(unsigned y, unsigned z) {
    for (const StencilInput& input : pass_.inputs) load_around(input, y, z);
    const Grid3 coarse = pass_.grid.coarser();
    const std::uint64_t coarse_row = coarse.row(y / 2, z / 2);
    for (const std::uint64_t base : pass_.coarse_inputs)
      emit_range(program_, WarpOp::kLoad, base + coarse_row, coarse.row_bytes());
    program_.code.push_back(WarpInstruction::barrier());
    program_.code.push_back(WarpInstruction::compute(pass_.cycles));
    for (const std::uint64_t base : pass_.outputs)
      emit_range(program_, WarpOp::kStore, base + pass_.grid.row(y, z), pass_.grid.row_bytes());
    // Only one of the four rows that form a coarse row stores it.
    if (y % 2 != 0 || z % 2 != 0) return;
    for (const std::uint64_t base : pass_.coarse_outputs)
      emit_range(program_, WarpOp::kStore, base + coarse_row, coarse.row_bytes());
  }

  void load_around(const StencilInput& input, unsigned y, unsigned z) {
    const Grid3& grid = pass_.grid;
    // An input with an upper neighbour is loaded one plane ahead: z + 1 becomes z in the next round
    // and z - 1 in the one after; column() has loaded the first planes.
    if (!input.upper)
      load(input.base, y, z);
    else if (z + 1 < grid.nz)
      load(input.base, y, z + 1);
    // The rows in between belong to other warps of the CTA, which share their data.
    if (input.lower && first_ && y > 0) load(input.base, y - 1, z);
    if (input.upper && last_ && y + 1 < grid.ny) load(input.base, y + 1, z);
  }

  void load(std::uint64_t base, unsigned y, unsigned z) {
    emit_range(program_, WarpOp::kLoad, base + pass_.grid.row(y, z), pass_.grid.row_bytes());
  }

  const StencilPass& pass_;
  bool first_, last_;
  WarpProgram& program_;
};

}  // namespace

RowTiles::RowTiles(const Grid3& grid)
    : grid_(grid), ty_(std::min(8u, grid.ny)), tz_(std::max(1u, grid.nz / 16)) {}

RowColumn RowTiles::column(unsigned cta, unsigned warp) const {
  const unsigned tiles = grid_.ny / ty_;
  const unsigned z = cta / tiles * tz_;
  return {cta % tiles * ty_ + warp, z, z + tz_};
}

Kernel stencil_kernel(const std::string& name, StencilPass pass) {
  const RowTiles tiles(pass.grid);
  return make_kernel(
      name, tiles.ctas(), tiles.warps(),
      [tiles, pass = std::move(pass)](unsigned cta, unsigned warp, WarpProgram& program) {
        RowEmitter emitter(pass, warp, tiles.warps() - 1, program);
        emitter.column(tiles.column(cta, warp));
      });
}

}  // namespace gf::model::suite
