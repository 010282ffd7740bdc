// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/programs/stream_triad.h"

#include <array>

#include "core/base/error.h"
#include "workloads/kernels/programs/emit.h"
#include "workloads/kernels/programs/layout.h"

namespace gf::model::suite {
namespace {

constexpr std::uint64_t kPiece = 64;  ///< Doubles per access: 512 B.
constexpr unsigned kWarps = 4;

/// The arrays that are written and read.
struct Turn {
  unsigned out, left, right;
};
Turn turn_of(unsigned repeat) { return {repeat % 3, (repeat + 1) % 3, (repeat + 2) % 3}; }

struct Pieces {
  std::uint64_t count;
  unsigned ctas;
  [[nodiscard]] Range of(unsigned cta, unsigned warp) const {
    return part_of(part_of({0, count}, ctas, cta), kWarps, warp);
  }
};

std::vector<double> run(const TriadSpec& spec, const Pieces& pieces) {
  std::array<std::vector<double>, 3> arrays;
  for (auto& array : arrays) array.resize(spec.elements);
  for (std::uint64_t i = 0; i < spec.elements; ++i) {
    arrays[1][i] = static_cast<double>(i % 7);
    arrays[2][i] = static_cast<double>(i % 5);
  }
  for (unsigned repeat = 0; repeat < spec.repeats; ++repeat) {
    const Turn turn = turn_of(repeat);
    for (unsigned cta = 0; cta < pieces.ctas; ++cta)
      for (unsigned warp = 0; warp < kWarps; ++warp) {
        const Range mine = pieces.of(cta, warp);
        for (std::uint64_t i = mine.begin * kPiece; i < mine.end * kPiece; ++i)
          arrays[turn.out][i] = arrays[turn.left][i] + 3 * arrays[turn.right][i];
      }
  }
  return arrays[0];
}

}  // namespace

TriadSpec triad_spec(const Context& context) {
  TriadSpec spec;
  if (!context.small()) spec.elements <<= 3;
  return spec;
}

Triad make_stream_triad(const TriadSpec& spec, const Context& context) {
  GF_CHECK(spec.elements % kPiece == 0, std::to_string(spec.elements));
  Layout layout(context.gpus);
  const std::uint64_t bytes = spec.elements * sizeof(double);
  std::array<std::uint64_t, 3> base{};
  Triad triad;
  triad.workload.name = "stream_triad";
  for (unsigned i = 0; i < 3; ++i)
    base[i] = layout.add(std::string(1, static_cast<char>('a' + i)), bytes, Placement::kFirstTouch);
  triad.workload.data = layout.take();
  triad.workload.kernels.push_back(touch_kernel(context.gpus, triad.workload.data));
  const Pieces pieces{spec.elements / kPiece, context.gpus * 64};
  for (unsigned repeat = 0; repeat < spec.repeats; ++repeat) {
    const Turn turn = turn_of(repeat);
    triad.workload.kernels.push_back(
        make_kernel("triad_" + std::to_string(repeat), pieces.ctas, kWarps,
                    [=](unsigned cta, unsigned warp, WarpProgram& program) {
                      const Range mine = pieces.of(cta, warp);
                      for (std::uint64_t piece = mine.begin; piece < mine.end; ++piece) {
                        const std::uint64_t offset = piece * kPiece * sizeof(double);
                        emit_range(program, WarpOp::kLoad, base[turn.left] + offset, 512);
                        emit_range(program, WarpOp::kLoad, base[turn.right] + offset, 512);
                        program.code.push_back(WarpInstruction::compute(4));
                        emit_range(program, WarpOp::kStore, base[turn.out] + offset, 512);
                      }
                    }));
  }
  triad.answer = [=] { return run(spec, pieces); };
  return triad;
}

}  // namespace gf::model::suite
