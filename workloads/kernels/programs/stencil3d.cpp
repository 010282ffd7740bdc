// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/programs/stencil3d.h"

#include "workloads/kernels/programs/layout.h"

namespace gf::model::suite {
namespace {

double start_value(std::size_t i) { return static_cast<double>(i * 2654435761u % 1000); }

void step_row(const Grid3& g, const std::vector<double>& u, std::vector<double>& out, unsigned y,
              unsigned z) {
  const std::size_t plane = std::size_t{g.nx} * g.ny;
  for (unsigned x = 0; x < g.nx; ++x) {
    const std::size_t i = g.at(x, y, z);
    double sum = 0;
    if (z > 0) sum += u[i - plane];
    if (y > 0) sum += u[i - g.nx];
    if (x > 0) sum += u[i - 1];
    if (x + 1 < g.nx) sum += u[i + 1];
    if (y + 1 < g.ny) sum += u[i + g.nx];
    if (z + 1 < g.nz) sum += u[i + plane];
    out[i] = sum / 6;
  }
}

std::vector<double> run(const StencilSpec& spec) {
  std::vector<double> u(spec.grid.cells()), next(u.size());
  for (std::size_t i = 0; i < u.size(); ++i) u[i] = start_value(i);
  const RowTiles tiles(spec.grid);
  for (unsigned step = 0; step < spec.steps; ++step) {
    tiles.for_rows([&](unsigned y, unsigned z) { step_row(spec.grid, u, next, y, z); });
    u.swap(next);
  }
  return u;
}

}  // namespace

StencilSpec stencil_spec(const Context& context) {
  StencilSpec spec;
  if (!context.small()) spec = {{128, 512, 32}, 10};
  return spec;
}

Stencil make_stencil3d(const StencilSpec& spec, const Context& context) {
  Layout layout(context.gpus);
  const std::uint64_t bytes = spec.grid.bytes();
  const std::uint64_t base[2] = {layout.add("u", bytes, Placement::kFirstTouch),
                                 layout.add("next", bytes, Placement::kFirstTouch)};
  Stencil stencil;
  stencil.workload.name = "stencil3d";
  std::vector<Kernel>& kernels = stencil.workload.kernels;
  stencil.workload.data = layout.take();
  kernels.push_back(touch_kernel(context.gpus, stencil.workload.data));
  for (unsigned step = 0; step < spec.steps; ++step) {
    StencilPass pass;
    pass.grid = spec.grid;
    pass.inputs = {{base[step % 2], true, true}};
    pass.outputs = {base[(step + 1) % 2]};
    kernels.push_back(stencil_kernel("step_" + std::to_string(step), std::move(pass)));
  }
  stencil.answer = [spec] { return run(spec); };
  return stencil;
}

}  // namespace gf::model::suite
