// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/programs/gemm.h"

#include <algorithm>

#include "core/base/error.h"
#include "workloads/kernels/programs/emit.h"
#include "workloads/kernels/programs/layout.h"

namespace gf::model::suite {
namespace {

constexpr unsigned kTile = 64, kDepth = 32, kWarps = 8;
constexpr std::uint64_t kTileBytes = std::uint64_t{kTile} * kDepth * sizeof(float);

float start_value(std::size_t i) { return static_cast<float>(i % 13) - 6; }
float weight(const GemmSpec& spec, unsigned layer, std::size_t i) {
  return (static_cast<float>((i + layer) % 11) - 5) / static_cast<float>(spec.width);
}

/// CTAs in the order of their rows, so that consecutive CTAs have consecutive rows.
struct Tiles {
  GemmSpec spec;
  [[nodiscard]] unsigned columns() const { return spec.width / kTile; }
  [[nodiscard]] unsigned ctas() const { return spec.batch / kTile * columns(); }
  [[nodiscard]] unsigned steps() const { return spec.width / kDepth; }
};

/// Appends loads that the warp does not wait for.
void load_ahead(WarpProgram& program, std::uint64_t address, std::uint64_t bytes) {
  const std::size_t first = program.code.size();
  emit_range(program, WarpOp::kLoad, address, bytes);
  for (std::size_t i = first; i < program.code.size(); ++i) program.code[i].waits = false;
}

/// Computes the 64 x 64 results of one CTA, step by step through the depth.
void multiply_tile(const Tiles& tiles, unsigned cta, const std::vector<float>& in,
                   const std::vector<float>& weights, std::vector<float>& out) {
  const std::size_t width = tiles.spec.width;
  const std::size_t row = std::size_t{cta} / tiles.columns() * kTile;
  const std::size_t column = std::size_t{cta} % tiles.columns() * kTile;
  for (std::size_t k = 0; k < width; ++k)
    for (std::size_t r = row; r < row + kTile; ++r)
      for (std::size_t c = column; c < column + kTile; ++c)
        out[r * width + c] += in[r * width + k] * weights[k * width + c];
}

std::vector<float> run(const Tiles& tiles) {
  const GemmSpec& spec = tiles.spec;
  std::vector<float> in(std::size_t{spec.batch} * spec.width);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = start_value(i);
  std::vector<float> weights(std::size_t{spec.width} * spec.width);
  for (unsigned layer = 0; layer < spec.layers; ++layer) {
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = weight(spec, layer, i);
    std::vector<float> out(in.size(), 0);
    for (unsigned cta = 0; cta < tiles.ctas(); ++cta) multiply_tile(tiles, cta, in, weights, out);
    for (float& x : out) x = std::max(x, 0.0f);
    in.swap(out);
  }
  return in;
}

Kernel layer_kernel(const std::string& name, const Tiles& tiles, std::uint64_t in,
                    std::uint64_t weights, std::uint64_t out) {
  return make_kernel(
      name, tiles.ctas(), kWarps, [=](unsigned cta, unsigned warp, WarpProgram& program) {
        constexpr std::uint64_t kShare = kTileBytes / kWarps;
        const std::uint64_t row = cta / tiles.columns(), column = cta % tiles.columns();
        const auto load_tiles = [&](std::uint64_t step) {
          load_ahead(program, in + (row * tiles.steps() + step) * kTileBytes + warp * kShare,
                     kShare);
          load_ahead(program,
                     weights + (column * tiles.steps() + step) * kTileBytes + warp * kShare,
                     kShare);
        };
        load_tiles(0);
        for (std::uint64_t step = 0; step < tiles.steps(); ++step) {
          program.code.push_back(WarpInstruction::await());
          // All warps have these tiles, and none still reads the buffer of the step before.
          program.code.push_back(WarpInstruction::barrier());
          if (step + 1 < tiles.steps()) load_tiles(step + 1);
          program.code.push_back(WarpInstruction::compute(64));  // 64 x 64 x 32 on 8 warps
        }
        // The results form two tiles of the next layer's activations.
        emit_range(program, WarpOp::kStore,
                   out + (row * tiles.steps() + column * 2) * kTileBytes + warp * 2 * kShare,
                   2 * kShare);
      });
}

}  // namespace

GemmSpec gemm_spec(const Context& context) {
  return context.small() ? GemmSpec{} : GemmSpec{1024, 1024, 4};
}

Gemm make_gemm(const GemmSpec& spec, const Context& context) {
  GF_CHECK(spec.batch % kTile == 0 && spec.width % kTile == 0 && spec.batch > 0 && spec.width > 0,
           std::to_string(spec.batch) + " x " + std::to_string(spec.width));
  const Tiles tiles{spec};
  Layout layout(context.gpus);
  const std::uint64_t bytes = std::uint64_t{spec.batch} * spec.width * sizeof(float);
  const std::uint64_t activations[2] = {layout.add_blocks("activations", bytes),
                                        layout.add_blocks("next_activations", bytes)};
  Gemm gemm;
  gemm.workload.name = "gemm";
  for (unsigned layer = 0; layer < spec.layers; ++layer) {
    const std::uint64_t weights =
        layout.add_on("weights_" + std::to_string(layer),
                      std::uint64_t{spec.width} * spec.width * sizeof(float), layer % context.gpus);
    gemm.workload.kernels.push_back(layer_kernel("layer_" + std::to_string(layer), tiles,
                                                 activations[layer % 2], weights,
                                                 activations[(layer + 1) % 2]));
  }
  gemm.workload.data = layout.take();
  gemm.answer = [tiles] { return run(tiles); };
  return gemm;
}

}  // namespace gf::model::suite
