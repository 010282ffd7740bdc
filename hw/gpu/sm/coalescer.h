// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "hw/gpu/memory_port_if.h"
#include "tlm_models/gpu/warp_instruction.h"

namespace gf::hw::gpu {

/// What an instruction touches of one line.
struct LineAccess {
  std::uint64_t address = 0;    ///< Of the line.
  std::uint16_t bytes = 0;      ///< Distinct bytes.
  std::uint8_t sectors = 0;     ///< Bit a sector.
  bool whole = false;           ///< Every byte of each of those sectors.
  std::uint8_t first = kApart;  ///< Of the bytes, where they lie side by side; else kApart.
};

/// A lane's bytes may lie across two lines.
inline constexpr unsigned kMostLineAccesses = 2 * model::kWarpLanes;
using LineAccesses = std::array<LineAccess, kMostLineAccesses>;

/// Turns the lane addresses of an access into lines, in the order in which the lanes, from the
/// lowest on, first touch them. Lanes on the same bytes share them. Returns the number of lines.
unsigned coalesce(const model::WarpProgram& program, const model::WarpInstruction& instruction,
                  LineAccesses& lines);

}  // namespace gf::hw::gpu
