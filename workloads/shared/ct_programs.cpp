// SPDX-License-Identifier: Apache-2.0
#include "workloads/shared/ct_programs.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "workloads/shared/shared_app.h"

namespace gf::model::proact {
namespace {

using suite::Range;

constexpr std::uint64_t kPiece = 4;  ///< Floats per lane and load.

std::uint32_t to_cycles(double cycles) {
  return static_cast<std::uint32_t>(std::clamp(std::round(cycles), 1.0, 4e9));
}

/// Collects addresses and assigns them to consecutive lanes.
class Lanes {
 public:
  explicit Lanes(WarpProgram& program) : program_(program) {}
  void load(std::uint64_t address) {
    gather_.set(lane_, address);
    if (++lane_ == kWarpLanes) flush();
  }
  void flush() {
    gather_.emit(program_, WarpOp::kLoad, kPiece * 4);
    lane_ = 0;
  }

 private:
  WarpProgram& program_;
  suite::LaneGather gather_;
  unsigned lane_ = 0;
};

/// Returns a warp's whole lines of a tile of `tile` floats, in bytes within the tile.
Range lines_of(std::uint64_t tile, unsigned warp) {
  const Range lines = suite::part_of({0, (tile * 4 + 127) / 128}, kCtWarps, warp);
  return {std::min(tile * 4, lines.begin * 128), std::min(tile * 4, lines.end * 128)};
}

void load_missing(const CtGeometry& g, const CtAddresses& at, unsigned cta, unsigned warp,
                  WarpProgram& program) {
  const std::uint32_t tiles = g.size / g.kSide, slice = cta / (tiles * tiles);
  const std::uint32_t y = cta / tiles % tiles * g.kSide, x = cta % tiles * g.kSide;
  const Range mine = suite::part_of({0, g.angles}, kCtWarps, warp);
  Lanes lanes(program);
  for (auto angle = static_cast<std::uint32_t>(mine.begin); angle < mine.end; ++angle) {
    const Range detectors = CtGeometry::shadowed(g.beam(angle), x, y, g.kSide);
    for (std::uint64_t d = detectors.begin / kPiece * kPiece; d < detectors.end; d += kPiece)
      lanes.load(at.missing + g.reading(slice, angle, static_cast<std::uint32_t>(d)) * 4);
  }
  lanes.flush();
}

void load_image(const CtGeometry& g, const CtAddresses& at, unsigned cta, unsigned warp,
                WarpProgram& program) {
  const std::uint32_t first = cta % g.strips * g.strip(), slice = cta / g.strips % g.slices;
  const std::uint32_t angle = cta / g.strips / g.slices * CtGeometry::kAngles;
  const Range mine = suite::part_of({0, g.size / 2}, kCtWarps, warp);
  Lanes lanes(program);
  for (auto pair = static_cast<std::uint32_t>(mine.begin); pair < mine.end; ++pair) {
    Range row{g.size, 0};
    for (std::uint32_t a = 0; a < 2 * CtGeometry::kAngles; ++a) {
      const Range range =
          g.shadow(g.beam(angle + a / 2), pair * 2 + a % 2, first, first + g.strip());
      if (range.begin == range.end) continue;
      row = {std::min(row.begin, range.begin), std::max(row.end, range.end)};
    }
    // A line holds 16 pixels of two rows.
    for (std::uint64_t x = row.begin / g.kSide * g.kSide; x < row.end; x += g.kSide)
      for (std::uint32_t piece = 0; piece < 2 * g.kSide; piece += kPiece)
        lanes.load(at.image + g.pixel(slice, static_cast<std::uint32_t>(x) + piece % g.kSide,
                                      pair * 2 + piece / g.kSide) *
                                  4);
  }
  lanes.flush();
}

void compute_and_store(std::uint64_t tile_at, Range bytes, std::uint32_t cycles,
                       WarpProgram& program) {
  program.code.push_back(WarpInstruction::barrier());
  program.code.push_back(WarpInstruction::arithmetic(cycles, 1));
  suite::emit_range(program, WarpOp::kStore, tile_at + bytes.begin, bytes.end - bytes.begin);
}

}  // namespace

void place_ct_data(const CtGeometry& g, suite::Layout& layout, CtAddresses& at) {
  for (unsigned gpu = 0; gpu < layout.gpus(); ++gpu) {
    const Range tiles = suite::part_of({0, g.view_tiles()}, layout.gpus(), gpu);
    const std::uint64_t tile = std::uint64_t{g.view_tile()} * 4;
    const std::uint64_t bytes = std::max<std::uint64_t>(1, tiles.end - tiles.begin) * tile;
    for (const auto& [name, list] : {std::pair{"measured", &at.measured}, {"lengths", &at.lengths}})
      list->push_back(layout.add_on(fmt::format("{}_{}", name, gpu), bytes, gpu) -
                      tiles.begin * tile);
  }
}

Kernel ct_update(const CtGeometry& g, const CtAddresses& at, double sample_cycles) {
  const std::uint32_t cycles = to_cycles(sample_cycles * g.image_tile() * g.angles);
  Kernel kernel = suite::make_kernel(
      "update", g.image_tiles(), kCtWarps, [=](unsigned cta, unsigned warp, WarpProgram& program) {
        const std::uint64_t tile = at.image + std::uint64_t{cta} * g.image_tile() * 4;
        const Range bytes = lines_of(g.image_tile(), warp);
        load_missing(g, at, cta, warp, program);
        suite::emit_range(program, WarpOp::kLoad, tile + bytes.begin, bytes.end - bytes.begin);
        compute_and_store(tile, bytes, cycles, program);
      });
  // The cycles are those of a whole SM.
  kernel.warp_multiplicity = kWarpMultiplicity;
  return kernel;
}

Kernel ct_project(const CtGeometry& g, const CtAddresses& at, double sample_cycles, unsigned gpus) {
  const std::uint32_t cycles =
      to_cycles(sample_cycles * g.size * g.size * CtGeometry::kAngles / g.strips);
  Kernel kernel = suite::make_kernel(
      "project", g.view_tiles(), kCtWarps, [=](unsigned cta, unsigned warp, WarpProgram& program) {
        const std::uint64_t offset = std::uint64_t{cta} * g.view_tile() * 4;
        const Range bytes = lines_of(g.view_tile(), warp);
        const auto gpu = static_cast<unsigned>(((cta + 1ull) * gpus - 1) / g.view_tiles());
        load_image(g, at, cta, warp, program);
        for (const std::uint64_t base : {at.measured[gpu], at.lengths[gpu]})
          suite::emit_range(program, WarpOp::kLoad, base + offset + bytes.begin,
                            bytes.end - bytes.begin);
        compute_and_store(at.missing + offset, bytes, cycles, program);
      });
  kernel.warp_multiplicity = kWarpMultiplicity;
  return kernel;
}

}  // namespace gf::model::proact
