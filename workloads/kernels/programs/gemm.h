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
  std::function<std::vector<float>()> answer;  ///< Activations behind the last layer, row by row.
};

/// Dense layers: activations times weights, then max(0, x), a kernel a layer. Matrices lie in tiles
/// of 64 x 32 floats; a CTA makes 64 x 64 results and goes through the tiles of a row and of a
/// column. Activations are split by rows over the GPUs; the weights of layer n are all on GPU
/// n modulo their number, so each layer has another GPU that all others read.
Gemm make_gemm(const GemmSpec& spec, const Context& context);

}  // namespace gf::model::suite
