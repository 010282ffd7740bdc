// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/kernels/programs/stencil_pass.h
#include "workloads/kernels/programs/stencil3d.h"

#include <gtest/gtest.h>

#include "tests/support/warp_accesses.h"

namespace gf::model::suite::stencil3d_test {
namespace {

/// One Jacobi step, cell by cell.
std::vector<double> step(const Grid3& g, const std::vector<double>& u) {
  std::vector<double> out(u.size());
  const auto value = [&](unsigned x, unsigned y, unsigned z) {
    return x < g.nx && y < g.ny && z < g.nz ? u[g.at(x, y, z)] : 0;  // -1 wraps to a large number
  };
  for (unsigned z = 0; z < g.nz; ++z)
    for (unsigned y = 0; y < g.ny; ++y)
      for (unsigned x = 0; x < g.nx; ++x)
        out[g.at(x, y, z)] = (value(x, y, z - 1) + value(x, y - 1, z) + value(x - 1, y, z) +
                              value(x + 1, y, z) + value(x, y + 1, z) + value(x, y, z + 1)) /
                             6;
  return out;
}

TEST(Stencil3d, StepsAreThoseOfAPlainLoop) {
  const StencilSpec spec{{16, 32, 32}, 3};
  std::vector<double> u(spec.grid.cells());
  for (std::size_t i = 0; i < u.size(); ++i) u[i] = static_cast<double>(i * 2654435761u % 1000);
  for (unsigned i = 0; i < spec.steps; ++i) u = step(spec.grid, u);
  EXPECT_EQ(make_stencil3d(spec, {WorkloadSize::kSmall, 4, 1}).answer(), u);
}

TEST(Stencil3d, EachRowIsWrittenOnceAndAllItsNeighboursAreRead) {
  const StencilSpec spec{{64, 16, 32}, 1};
  const Stencil stencil = make_stencil3d(spec, {WorkloadSize::kSmall, 4, 1});
  const Kernel& kernel = test::kernel_of(stencil.workload, "step_0");
  EXPECT_TRUE(test::all_used(kernel, WarpOp::kStore, stencil.workload.data[1]));
  // Tiles of 8 rows and 2 planes: a row of the tile's inside is read by its own CTA and, as a halo,
  // by the two CTAs below and above; the rows of y = 7 and 8 by the CTA beside too.
  const auto reads = test::uses(kernel, WarpOp::kLoad, stencil.workload.data[0]);
  EXPECT_EQ(reads.size() * 4, spec.grid.bytes());
  const auto times = [&](unsigned y, unsigned z) { return reads.at(spec.grid.row(y, z) / 4); };
  EXPECT_EQ(times(3, 5), 2u);
  EXPECT_EQ(times(7, 5), 3u);
  EXPECT_EQ(times(8, 6), 3u);
  EXPECT_EQ(times(3, 0), 1u);
}

TEST(Stencil3d, WarpsOfACtaMeetAtTheSameBarriers) {
  const Stencil stencil = make_stencil3d({{64, 16, 32}, 1}, {WorkloadSize::kSmall, 4, 1});
  const Kernel& kernel = test::kernel_of(stencil.workload, "step_0");
  for (unsigned cta = 0; cta < kernel.ctas; ++cta)
    for (unsigned warp = 0; warp < kernel.warps_per_cta; ++warp) {
      WarpProgram program;
      kernel.program->warp(cta, warp, program);
      unsigned barriers = 0;
      for (const auto& i : program.code) barriers += i.op == WarpOp::kBarrier ? 1 : 0;
      EXPECT_EQ(barriers, 2u);
    }
}

}  // namespace
}  // namespace gf::model::suite::stencil3d_test
