// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "workloads/kernels/programs/stencil_pass.h"
#include "workloads/kernels/programs/suite.h"

namespace gf::model::suite {

struct StencilSpec {
  Grid3 grid{64, 256, 16};
  unsigned steps = 10;
};
StencilSpec stencil_spec(const Context& context);

struct Stencil {
  Workload workload;
  std::function<std::vector<double>()> answer;  ///< The grid after the last step.
};

/// Jacobi steps with the 7-point Laplacian, zero outside the grid. GPUs have slabs of planes by
/// first touch and read one plane of each neighbour per step. In and out are equal except at the
/// two ends.
Stencil make_stencil3d(const StencilSpec& spec, const Context& context);

}  // namespace gf::model::suite
