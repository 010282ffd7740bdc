// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/programs/multigrid_solver.h"

#include <cmath>

namespace gf::model::suite {
namespace {

constexpr double kWeight = 2.0 / 3.0;

/// Returns a smooth coefficient of the level's own cells; beta of a cell is the value at its lower
/// face.
double coefficient(const Grid3& g, unsigned x, unsigned y, unsigned z, unsigned kind) {
  const double px = (x + 0.5) / g.nx, py = (y + 0.5) / g.ny, pz = (z + 0.5) / g.nz;
  return 1 + 0.25 * std::sin(6.28318530717958648 * (px + 2 * py + 3 * pz) + kind);
}

}  // namespace

MultigridSolver::Level MultigridSolver::make_level(const Grid3& grid) {
  Level level;
  level.grid = grid;
  for (auto* field : {&level.u, &level.next, &level.f, &level.alpha, &level.beta_x, &level.beta_y,
                      &level.beta_z, &level.inverse_diagonal})
    field->assign(grid.cells(), 0);
  const auto face = [&](const std::vector<double>& beta, bool inside, std::size_t i) {
    return inside ? beta[i] : 1.0;
  };
  const auto for_cells = [&](auto visit) {
    for (unsigned z = 0; z < grid.nz; ++z)
      for (unsigned y = 0; y < grid.ny; ++y)
        for (unsigned x = 0; x < grid.nx; ++x) visit(x, y, z, grid.at(x, y, z));
  };
  for_cells([&](unsigned x, unsigned y, unsigned z, std::size_t i) {
    level.f[i] = coefficient(grid, x, y, z, 5) - 1;
    level.alpha[i] = 0.1 * coefficient(grid, x, y, z, 1);
    level.beta_x[i] = coefficient(grid, x, y, z, 2);
    level.beta_y[i] = coefficient(grid, x, y, z, 3);
    level.beta_z[i] = coefficient(grid, x, y, z, 4);
  });
  for_cells([&](unsigned x, unsigned y, unsigned z, std::size_t i) {
    const double sum = level.beta_x[i] + face(level.beta_x, x + 1 < grid.nx, i + 1) +
                       level.beta_y[i] + face(level.beta_y, y + 1 < grid.ny, i + grid.nx) +
                       level.beta_z[i] +
                       face(level.beta_z, z + 1 < grid.nz, i + std::size_t{grid.nx} * grid.ny);
    level.inverse_diagonal[i] = 1 / (level.alpha[i] + sum);
  });
  return level;
}

MultigridSolver::MultigridSolver(Grid3 finest, unsigned levels) {
  for (unsigned i = 0; i < levels; ++i, finest = finest.coarser())
    levels_.push_back(make_level(finest));
}

double MultigridSolver::residual(const Level& level, unsigned x, unsigned y, unsigned z) {
  const Grid3& g = level.grid;
  const std::size_t i = g.at(x, y, z), plane = std::size_t{g.nx} * g.ny;
  const std::vector<double>& u = level.u;
  double sum = level.alpha[i] * u[i];
  const auto flow = [&](double beta, bool inside, std::size_t j) {
    sum += beta * (u[i] - (inside ? u[j] : 0));
  };
  // Outside the grid u is 0. A cell stores the coefficients of its lower faces; the uppermost faces
  // are not stored and have coefficient 1.
  flow(level.beta_x[i], x > 0, i - 1);
  flow(x + 1 < g.nx ? level.beta_x[i + 1] : 1, x + 1 < g.nx, i + 1);
  flow(level.beta_y[i], y > 0, i - g.nx);
  flow(y + 1 < g.ny ? level.beta_y[i + g.nx] : 1, y + 1 < g.ny, i + g.nx);
  flow(level.beta_z[i], z > 0, i - plane);
  flow(z + 1 < g.nz ? level.beta_z[i + plane] : 1, z + 1 < g.nz, i + plane);
  return level.f[i] - sum;
}

void MultigridSolver::smooth(unsigned index) {
  Level& level = levels_[index];
  RowTiles(level.grid).for_rows([&](unsigned y, unsigned z) {
    for (unsigned x = 0; x < level.grid.nx; ++x) {
      const std::size_t i = level.grid.at(x, y, z);
      level.next[i] = level.u[i] + kWeight * level.inverse_diagonal[i] * residual(level, x, y, z);
    }
  });
  // Jacobi: all cells are computed from the old values, whatever the order of the rows.
  level.u.swap(level.next);
}

void MultigridSolver::residual_restrict(unsigned index) {
  Level& level = levels_[index];
  Level& coarse = levels_[index + 1];
  coarse.f.assign(coarse.f.size(), 0);
  // The coarse level solves for the error, for which there is no estimate yet.
  coarse.u.assign(coarse.u.size(), 0);
  RowTiles(level.grid).for_rows([&](unsigned y, unsigned z) {
    for (unsigned x = 0; x < level.grid.nx; ++x)
      coarse.f[coarse.grid.at(x / 2, y / 2, z / 2)] += residual(level, x, y, z) / 8;
  });
}

void MultigridSolver::prolong_smooth(unsigned index) {
  Level& level = levels_[index];
  const Level& coarse = levels_[index + 1];
  RowTiles(level.grid).for_rows([&](unsigned y, unsigned z) {
    for (unsigned x = 0; x < level.grid.nx; ++x)
      level.u[level.grid.at(x, y, z)] += coarse.u[coarse.grid.at(x / 2, y / 2, z / 2)];
  });
  smooth(index);
}

double MultigridSolver::residual_norm(unsigned index) const {
  const Level& level = levels_[index];
  double most = 0;
  for (unsigned z = 0; z < level.grid.nz; ++z)
    for (unsigned y = 0; y < level.grid.ny; ++y)
      for (unsigned x = 0; x < level.grid.nx; ++x)
        most = std::max(most, std::abs(residual(level, x, y, z)));
  return most;
}

}  // namespace gf::model::suite
