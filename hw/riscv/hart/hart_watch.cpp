// SPDX-License-Identifier: Apache-2.0
// The calls of a hart to its observers.
#include <algorithm>

#include "hw/riscv/hart/hart.h"

namespace gf::hw::riscv {

const char* name_of(HartStall stall) {
  static const char* const kNames[] = {"",       "fetch",    "load",   "miss",  "bus",
                                       "branch", "multiply", "divide", "asleep"};
  return kNames[static_cast<std::size_t>(stall)];
}

bool Hart::instruction_comes() {
  by_bus_ = false;
  return std::any_of(watches_.begin(), watches_.end(),
                     [this](HartWatchClient* watch) { return watch->instruction_comes(pc_); });
}

void Hart::tell_access(std::uint32_t address, unsigned bytes, bool is_write) {
  by_bus_ = !at_hand(address, bytes);
  for (HartWatchClient* const watch : watches_) watch->access_comes(address, bytes, is_write);
}

void Hart::tell_done(const Instruction& it, std::uint64_t began, std::uint64_t fetched) {
  Stalls stalls;
  stalls.fetch = fetched - began;
  stalls.execute = cycles_ - fetched - 1;
  stalls.why = stall_of(it, stalls.execute);
  for (HartWatchClient* const watch : watches_) watch->instruction_done(stalls);
}

HartStall Hart::stall_of(const Instruction& it, std::uint64_t cycles) const {
  if (cycles == 0) return HartStall::kNone;
  if (by_bus_) return HartStall::kBus;
  if (it.op >= Op::kMul && it.op <= Op::kMulhu) return HartStall::kMultiply;
  if (it.op >= Op::kDiv && it.op <= Op::kRemu) return HartStall::kDivide;
  // An access that has trapped has jumped to the handler.
  if (next_pc_ != pc_ + it.bytes) return HartStall::kBranch;
  if (it.op >= Op::kSb && it.op <= Op::kSw) return HartStall::kMiss;
  if (it.op < Op::kLb || it.op > Op::kLhu) return HartStall::kBranch;
  return cycles > load_cycles_ ? HartStall::kMiss : HartStall::kLoad;
}

}  // namespace gf::hw::riscv
