// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/kernels/programs/stencil_pass.h"

namespace gf::model::suite {

/// Performs the operations of the multigrid kernels on the host. Each operation goes through its
/// grid in the order of the warps. Level 0 is the finest.
class MultigridSolver {
 public:
  MultigridSolver(Grid3 finest, unsigned levels);

  void smooth(unsigned level);             ///< u = one Jacobi sweep from u.
  void residual_restrict(unsigned level);  ///< f of level + 1 = mean of f - A u; its u = 0.
  void prolong_smooth(unsigned level);     ///< u += u of level + 1; then smooth().

  [[nodiscard]] const std::vector<double>& u(unsigned level) const { return levels_[level].u; }
  [[nodiscard]] double residual_norm(unsigned level) const;  ///< Largest |f - A u|.

 private:
  struct Level {
    Grid3 grid;
    std::vector<double> u, next, f, alpha, beta_x, beta_y, beta_z, inverse_diagonal;
  };
  static Level make_level(const Grid3& grid);
  /// Returns f - A u in one cell.
  static double residual(const Level& level, unsigned x, unsigned y, unsigned z);

  std::vector<Level> levels_;
};

}  // namespace gf::model::suite
