// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "workloads/kernels/programs/suite.h"

namespace gf::model::suite {

struct GemmSpec {
  unsigned batch = 512;  ///< Rows of the activations; a multiple of 64.
  unsigned width = 512;  ///< Of every layer; a multiple of 64.
  unsigned layers = 4;
};
GemmSpec gemm_spec(const Context& context);

struct Gemm {
  Workload workload;
  std::function<std::vector<float>()> answer;  ///< Activations after the last layer, row by row.
};

/// Dense layers: activations times weights, then max(0, x), one kernel per layer. Matrices are
/// stored in tiles of 64 x 32 floats. A CTA computes 64 x 64 results from the tiles of one row and
/// one column, in two buffers: it requests the tiles of the next step before the arithmetic of this
/// one. Activations are split by rows over the GPUs. All weights of layer n are on GPU n
/// modulo the number of GPUs, so in each layer all GPUs read from another one.
Gemm make_gemm(const GemmSpec& spec, const Context& context);

}  // namespace gf::model::suite
