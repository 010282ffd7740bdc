// SPDX-License-Identifier: Apache-2.0
#include "hw/riscv/hart/csr_file.h"

#include <initializer_list>

namespace gf::hw::riscv {
namespace {

constexpr std::uint32_t kMie = 1u << 3;   ///< Of mstatus.
constexpr std::uint32_t kMpie = 1u << 7;  ///< Of mstatus.
constexpr std::uint32_t kMpp = 3u << 11;  ///< Of mstatus: machine mode is the only mode.
constexpr std::uint32_t kInterrupts = kSoftwareInterrupt | kTimerInterrupt | kExternalInterrupt;
constexpr std::uint32_t kMisa = 1u << 30 | 1u << 12 | 1u << 8 | 1u << 2;  ///< RV32IMC

// Numbers of the privileged manual, 2.2.
enum Number : std::uint32_t {
  kMstatus = 0x300,
  kMisaNumber = 0x301,
  kMieNumber = 0x304,
  kMtvec = 0x305,
  kMstatush = 0x310,
  kMscratch = 0x340,
  kMepc = 0x341,
  kMcause = 0x342,
  kMtval = 0x343,
  kMip = 0x344,
  kTselect = 0x7A0,
  kTdata1 = 0x7A1,
  kTdata2 = 0x7A2,
  kTdata3 = 0x7A3,
  kMcycle = 0xB00,
  kMinstret = 0xB02,
  kMcycleh = 0xB80,
  kMinstreth = 0xB82,
  kCycle = 0xC00,
  kInstret = 0xC02,
  kCycleh = 0xC80,
  kInstreth = 0xC82,
  kMvendorid = 0xF11,
  kMarchid = 0xF12,
  kMimpid = 0xF13,
  kMhartid = 0xF14,
  kMconfigptr = 0xF15,
};

constexpr bool is_read_only(std::uint32_t number) { return number >> 10 == 3; }
std::uint32_t low(std::uint64_t value) { return static_cast<std::uint32_t>(value); }
std::uint32_t high(std::uint64_t value) { return static_cast<std::uint32_t>(value >> 32); }
void set_low(std::uint64_t& counter, std::uint32_t value) { counter = counter >> 32 << 32 | value; }
void set_high(std::uint64_t& counter, std::uint32_t value) {
  counter = static_cast<std::uint64_t>(value) << 32 | low(counter);
}

}  // namespace

bool CsrFile::read(std::uint32_t number, std::uint32_t& value) const {
  switch (number) {
    case kMstatus:
      value = mstatus_;
      return true;
    case kMisaNumber:
      value = kMisa;
      return true;
    case kMieNumber:
      value = mie_;
      return true;
    case kMtvec:
      value = mtvec_;
      return true;
    case kMscratch:
      value = mscratch_;
      return true;
    case kMepc:
      value = mepc_;
      return true;
    case kMcause:
      value = mcause_;
      return true;
    case kMtval:
      value = mtval_;
      return true;
    case kMip:
      value = mip_;
      return true;
    case kMcycle:
    case kCycle:
      value = low(cycles);
      return true;
    case kMcycleh:
    case kCycleh:
      value = high(cycles);
      return true;
    case kMinstret:
    case kInstret:
      value = low(instructions);
      return true;
    case kMinstreth:
    case kInstreth:
      value = high(instructions);
      return true;
    case kMstatush:
    case kTselect:
    case kTdata1:
    case kTdata2:
    case kTdata3:
    case kMvendorid:
    case kMarchid:
    case kMimpid:
    case kMhartid:
    case kMconfigptr:
      value = 0;
      return true;
    default:
      return false;
  }
}

bool CsrFile::write(std::uint32_t number, std::uint32_t value) {
  std::uint32_t before = 0;
  if (is_read_only(number) || !read(number, before)) return false;
  switch (number) {
    case kMstatus:
      mstatus_ = (value & (kMie | kMpie)) | kMpp;
      break;
    case kMieNumber:
      mie_ = value & kInterrupts;
      break;
    // Modes above 1 are reserved; only legal values are stored.
    case kMtvec:
      mtvec_ = (value & 2) != 0 ? value & ~3u : value;
      break;
    case kMscratch:
      mscratch_ = value;
      break;
    case kMepc:
      mepc_ = value & ~1u;
      break;
    case kMcause:
      mcause_ = value;
      break;
    case kMtval:
      mtval_ = value;
      break;
    case kMcycle:
      set_low(cycles, value);
      break;
    case kMcycleh:
      set_high(cycles, value);
      break;
    case kMinstret:
      set_low(instructions, value);
      break;
    case kMinstreth:
      set_high(instructions, value);
      break;
    default:
      break;  // misa cannot be changed; the bits of mip are wires; there are no triggers
  }
  return true;
}

std::uint32_t CsrFile::enter_trap(std::uint32_t pc, std::uint32_t cause, std::uint32_t value) {
  mepc_ = pc;
  mcause_ = cause;
  mtval_ = value;
  mstatus_ = (mstatus_ & kMie) != 0 ? (mstatus_ | kMpie) & ~kMie : mstatus_ & ~(kMie | kMpie);
  const std::uint32_t base = mtvec_ & ~3u;
  const bool vectored = (mtvec_ & 1) != 0 && cause >> 31 != 0;
  return vectored ? base + 4 * (cause & 31) : base;
}

std::uint32_t CsrFile::leave_trap() {
  mstatus_ = (mstatus_ & kMpie) != 0 ? mstatus_ | kMie : mstatus_ & ~kMie;
  mstatus_ |= kMpie;
  return mepc_;
}

std::uint32_t CsrFile::interrupt() const {
  if ((mstatus_ & kMie) == 0) return 0;
  // External first, then software, then timer (privileged manual, 3.1.9).
  for (const std::uint32_t number : {11u, 3u, 7u})
    if ((pending() >> number & 1) != 0) return 1u << 31 | number;
  return 0;
}

}  // namespace gf::hw::riscv
