// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "workloads/kernels/programs/suite.h"

namespace gf::model::suite {

struct MultigridSpec {
  unsigned extent = 64;  ///< Cells of the finest grid in each direction: a power of two, >= 16.
  unsigned cycles = 1;   ///< V-cycles.
  /// Determines which GPU holds the data of the levels: see make_multigrid().
  enum class SetUp { kTouched, kByPartners, kOwn };
  SetUp set_up = SetUp::kTouched;
};
MultigridSpec multigrid_spec(const Context& context, bool uvm);
/// A level with fewer cells belongs to one GPU [assumed: HPGMG for GPUs leaves such levels to the
/// host].
inline constexpr std::size_t kShared = 10'000;

struct Multigrid {
  Workload workload;
  std::function<std::vector<double>()> answer;  ///< u of the finest grid after the last kernel.
};

/// Geometric multigrid for alpha u - div(beta grad u) = f, zero outside the grid (after HPGMG's
/// finite volumes). The coarse grids are solved first, by a few small kernels. Then each cycle has
/// three large kernels on the finest grid (interpolate and smooth, residual and restrict,
/// interpolate and smooth), with small kernels for the coarse grids between them. Smoother: one
/// Jacobi sweep of weight 2/3; restriction: mean of 8 cells; interpolation: constant.
/// Placement: first touch by slabs. kByPartners: f and the coefficients of the finest grid were
/// written by every second GPU. The slab of each even GPU is on its odd neighbour, so in the large
/// kernels GPUs 0 and 2 read from 1 and 3; this follows [NUMA17], Fig. 1. kOwn: the solver's own
/// set-up determines the placement by first touch. One kernel writes the finest grid; others
/// restrict its coefficients level by level. Levels with fewer than kShared cells are on GPU 0,
/// which also runs their kernels.
Multigrid make_multigrid(const MultigridSpec& spec, const Context& context);

}  // namespace gf::model::suite
