// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "workloads/kernels/programs/suite.h"

namespace gf::model::suite {

struct RsbenchSpec {
  unsigned nuclides = 64;
  unsigned windows = 512;  ///< Per nuclide, over its energy range.
  unsigned poles_per_window = 3;
  unsigned lookups = 1 << 15;  ///< A multiple of 32.
  bool on_first_gpu = false;   ///< All tables are on GPU 0, otherwise interleaved by page.
};
RsbenchSpec rsbench_spec(const Context& context);

struct Rsbench {
  Workload workload;
  std::function<std::vector<double>()> answer;  ///< The cross section for each look-up.
};

/// Macroscopic cross sections by the multipole method (after RSBench). Each lane looks up a random
/// energy in a random material. It goes through the material's nuclides and for each gathers its
/// window (16 B) and the window's poles (32 B each). Tables are interleaved by page over the GPUs.
/// Reads are random, so all links are busy in both directions.
Rsbench make_rsbench(const RsbenchSpec& spec, const Context& context);

}  // namespace gf::model::suite
