// SPDX-License-Identifier: Apache-2.0
#include "hw/riscv/hart/poll_watch.h"

#include <utility>

namespace gf::hw::riscv {

PollWatch::State PollWatch::state_of(const Hart& hart, std::uint32_t address, std::uint32_t value) {
  State state{hart.pc(), address, value, hart.effects(), {}};
  for (unsigned i = 0; i < state.registers.size(); ++i) state.registers[i] = hart.reg(i);
  return state;
}

bool PollWatch::repeats(const Hart& hart, std::uint32_t address, std::uint32_t value) {
  const Turn turn{hart.cycles() - std::exchange(cycles_, hart.cycles()),
                  hart.instructions() - std::exchange(instructions_, hart.instructions())};
  const State state = state_of(hart, address, value);
  // The first turn of a loop may differ in its registers and in cache misses.
  const bool same = alike_ != 0 && state == last_;
  alike_ = !same ? 1 : alike_ == 1 || turn == turn_ ? alike_ + 1 : 2;
  turn_ = turn;
  last_ = state;
  return alike_ >= 3;
}

}  // namespace gf::hw::riscv
