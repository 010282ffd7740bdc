// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace gf::hw::riscv {

/// The interrupts of machine mode, as their bits in mie and mip.
inline constexpr std::uint32_t kSoftwareInterrupt = 1u << 3;
inline constexpr std::uint32_t kTimerInterrupt = 1u << 7;
inline constexpr std::uint32_t kExternalInterrupt = 1u << 11;

/// Test for mcycle and minstret, each including its upper half.
constexpr bool is_cycle_counter(std::uint32_t number) { return (number & ~0x80u) == 0xB00; }
constexpr bool is_instruction_counter(std::uint32_t number) { return (number & ~0x80u) == 0xB02; }

/// The control and status registers of machine mode that bare-metal C needs: mstatus (MIE, MPIE;
/// MPP is machine mode), misa, mie, mip, mtvec (direct or vectored), mscratch, mepc, mcause, mtval,
/// counters of cycles and instructions, and the identification registers, which read 0. There are
/// no triggers: tselect and tdata1 ... tdata3 read 0 and ignore writes (tdata1: "no trigger here").
class CsrFile {
 public:
  /// read() and write() return false if the register does not exist, or is read-only.
  [[nodiscard]] bool read(std::uint32_t number, std::uint32_t& value) const;
  [[nodiscard]] bool write(std::uint32_t number, std::uint32_t value);

  /// Enters a trap and returns the address to continue at. `cause` has bit 31 set for an interrupt.
  std::uint32_t enter_trap(std::uint32_t pc, std::uint32_t cause, std::uint32_t value);
  std::uint32_t leave_trap();  ///< mret: returns the address to continue at.
  [[nodiscard]] bool has_handler() const { return mtvec_ >> 2 != 0; }
  /// Returns the interrupts that are pending and enabled in mie, regardless of mstatus.
  [[nodiscard]] std::uint32_t pending() const { return mip_ & mie_; }
  /// Returns whether a line is high, even if the program has not enabled it.
  [[nodiscard]] bool raised() const { return mip_ != 0; }
  /// Returns the cause of the interrupt to take now; 0: none.
  [[nodiscard]] std::uint32_t interrupt() const;
  void set_pending(std::uint32_t bit, bool on) { mip_ = on ? mip_ | bit : mip_ & ~bit; }
  [[nodiscard]] std::uint32_t cause() const { return mcause_; }

  std::uint64_t cycles = 0;        ///< mcycle; the hart updates it when it is read.
  std::uint64_t instructions = 0;  ///< minstret; likewise.

 private:
  std::uint32_t mstatus_ = 0x1800;  ///< MPP: machine mode.
  std::uint32_t mie_ = 0;
  std::uint32_t mip_ = 0;
  std::uint32_t mtvec_ = 0;
  std::uint32_t mscratch_ = 0;
  std::uint32_t mepc_ = 0;
  std::uint32_t mcause_ = 0;
  std::uint32_t mtval_ = 0;
};

}  // namespace gf::hw::riscv
