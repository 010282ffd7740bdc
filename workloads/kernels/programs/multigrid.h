// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "workloads/kernels/programs/suite.h"

namespace gf::model::suite {

struct MultigridSpec {
  unsigned extent = 64;  ///< Cells of the finest grid in each direction: a power of two, >= 16.
  unsigned cycles = 1;   ///< V-cycles.
  /// Which GPU the data of levels is on: see make_multigrid().
  enum class SetUp { kTouched, kByPartners, kOwn };
  SetUp set_up = SetUp::kTouched;
};
MultigridSpec multigrid_spec(const Context& context, bool uvm);
/// Cells below which a level is one GPU's [assumed: HPGMG for GPUs leaves those to the host].
inline constexpr std::size_t kShared = 10'000;

struct Multigrid {
  Workload workload;
  std::function<std::vector<double>()> answer;  ///< u of the finest grid after the last kernel.
};

/// Geometric multigrid for alpha u - div(beta grad u) = f, zero around the grid (after HPGMG's
/// finite volumes): the coarse grids are solved first, that is a few small kernels; then each cycle
/// has three large ones on the finest grid (interpolate and smooth, residual and restrict,
/// interpolate and smooth), with the small ones of the coarse grids between them. Smoother: one
/// Jacobi sweep of weight 2/3; restriction: mean of 8 cells; interpolation: constant.
/// Placement: first touch by slabs. With kByPartners, f and the coefficients of the finest grid
/// were written by every second GPU: the slab of each even GPU is on its odd neighbour, so in the
/// large kernels GPUs 0 and 2 read what 1 and 3 hold, which was made after [NUMA17], Fig. 1. With
/// kOwn the solver's own set-up decides by first touch: a kernel writes the finest grid, others
/// restrict its coefficients level by level; levels of fewer than kShared cells live on GPU 0,
/// which also runs their kernels.
Multigrid make_multigrid(const MultigridSpec& spec, const Context& context);

}  // namespace gf::model::suite
