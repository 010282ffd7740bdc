// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace gf::test::sm_programs {

using model::WarpInstruction;
using model::WarpOp;

inline WarpInstruction load(std::uint64_t address, unsigned lane_bytes = 4) {
  return WarpInstruction::access(WarpOp::kLoad, address, lane_bytes);
}
inline WarpInstruction store(std::uint64_t address) {
  return WarpInstruction::access(WarpOp::kStore, address);
}

}  // namespace gf::test::sm_programs
