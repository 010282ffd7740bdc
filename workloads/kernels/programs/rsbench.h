// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "workloads/kernels/programs/suite.h"

namespace gf::model::suite {

struct RsbenchSpec {
  unsigned nuclides = 64;
  unsigned windows = 512;  ///< A nuclide, over its energies.
  unsigned poles_per_window = 3;
  unsigned lookups = 1 << 15;  ///< A multiple of 32.
  bool on_first_gpu = false;   ///< The tables are on GPU 0, else page by page on all.
};
RsbenchSpec rsbench_spec(const Context& context);

struct Rsbench {
  Workload workload;
  std::function<std::vector<double>()> answer;  ///< The cross section of each look-up.
};

/// Macroscopic cross sections by the multipole method (after RSBench): a lane has a look-up of a
/// random energy in a random material, goes through the material's nuclides, and for each gathers
/// its window (16 B) and the window's poles (32 B each). Tables page by page over the GPUs: random
/// reads from everywhere, all links busy both ways.
Rsbench make_rsbench(const RsbenchSpec& spec, const Context& context);

}  // namespace gf::model::suite
