// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "hw/riscv/hart/hart.h"

namespace gf::hw::riscv {

/// Detects programs that only read one address again and again: the registers and the number of
/// cycles are the same from read to read, and nothing is written. Such a program continues until
/// the value changes or an interrupt comes.
class PollWatch {
 public:
  /// Records that the current instruction reads `value` at `address`. Returns whether this is at
  /// least the third equal read, so that another turn() will follow.
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
  std::uint64_t cycles_ = 0;        ///< Of the hart at the last read.
  std::uint64_t instructions_ = 0;  ///< Likewise.
  Turn turn_;
  unsigned alike_ = 0;  ///< Consecutive equal reads, including the first.
};

}  // namespace gf::hw::riscv
