// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "hw/riscv/hart/hart.h"

namespace gf::hw::riscv {

/// Finds programs that do nothing but read one place over and over: from read to read the registers
/// and the cycles that passed are the same, and nothing was written. Such a program goes on like
/// that until the place reads differently or an interrupt comes.
class PollWatch {
 public:
  /// A read of `address` in the instruction at hand is answered by `value`. True: the third of its
  /// kind, and what follows is another turn().
  bool repeats(const Hart& hart, std::uint32_t address, std::uint32_t value);
  void forget() { alike_ = 0; }

  struct Turn {
    std::uint64_t cycles = 0;
    std::uint64_t instructions = 0;
    auto operator==(const Turn& other) const {
      return cycles == other.cycles && instructions == other.instructions;
    }
  };
  [[nodiscard]] const Turn& turn() const { return turn_; }  ///< From one read to the next.

 private:
  struct State {
    std::uint32_t pc = 0;
    std::uint32_t address = 0;
    std::uint32_t value = 0;
    std::uint64_t effects = 0;
    std::array<std::uint32_t, 32> registers{};
    auto operator==(const State& other) const {
      return pc == other.pc && address == other.address && value == other.value &&
             effects == other.effects && registers == other.registers;
    }
  };
  static State state_of(const Hart& hart, std::uint32_t address, std::uint32_t value);

  State last_;
  std::uint64_t cycles_ = 0;        ///< Of the hart, at the last read.
  std::uint64_t instructions_ = 0;  ///< Likewise.
  Turn turn_;
  unsigned alike_ = 0;  ///< Reads in a row that were alike, the first one included.
};

}  // namespace gf::hw::riscv
