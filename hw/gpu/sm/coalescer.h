// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "hw/gpu/memory_port_if.h"
#include "tlm_models/gpu/warp_instruction.h"

namespace gf::hw::gpu {

/// The part of one line that an instruction accesses.
struct LineAccess {
  std::uint64_t address = 0;    ///< Of the line.
  std::uint16_t bytes = 0;      ///< Number of distinct bytes.
  std::uint8_t sectors = 0;     ///< One bit per sector.
  bool whole = false;           ///< All bytes of these sectors are accessed.
  std::uint8_t first = kApart;  ///< First byte if the bytes are contiguous, else kApart.
};

/// Each lane's bytes may span two lines.
inline constexpr unsigned kMostLineAccesses = 2 * model::kWarpLanes;
using LineAccesses = std::array<LineAccess, kMostLineAccesses>;

/// Turns the lane addresses of an access into lines, in the order in which the lanes first touch
/// them, from the lowest lane on. Lanes that access the same bytes share them. Returns the
/// number of lines.
unsigned coalesce(const model::WarpProgram& program, const model::WarpInstruction& instruction,
                  LineAccesses& lines);

}  // namespace gf::hw::gpu
