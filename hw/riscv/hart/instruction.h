// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace gf::hw::riscv {

/// The operations of RV32IM, Zicsr and Zifencei.
enum class Op : std::uint8_t {
  kUndecoded,  ///< A table entry that has not been decoded.
  kIllegal,
  kLui,
  kAuipc,
  kJal,
  kJalr,
  kBeq,
  kBne,
  kBlt,
  kBge,
  kBltu,
  kBgeu,
  kLb,
  kLh,
  kLw,
  kLbu,
  kLhu,
  kSb,
  kSh,
  kSw,
  kAddi,
  kSlti,
  kSltiu,
  kXori,
  kOri,
  kAndi,
  kSlli,
  kSrli,
  kSrai,
  kAdd,
  kSub,
  kSll,
  kSlt,
  kSltu,
  kXor,
  kSrl,
  kSra,
  kOr,
  kAnd,
  kMul,
  kMulh,
  kMulhsu,
  kMulhu,
  kDiv,
  kDivu,
  kRem,
  kRemu,
  kFence,
  kFenceI,
  kEcall,
  kEbreak,
  kMret,
  kWfi,
  kCsrrw,
  kCsrrs,
  kCsrrc,
  kCsrrwi,
  kCsrrsi,
  kCsrrci,
};
inline constexpr unsigned kOps = static_cast<unsigned>(Op::kCsrrci) + 1;

/// Number of a register that is never read; writes to x0 go there.
inline constexpr std::uint8_t kNowhere = 32;

/// A decoded instruction, as stored in the table.
struct Instruction {
  Op op = Op::kUndecoded;
  std::uint8_t rd = kNowhere;  ///< kNowhere instead of x0.
  std::uint8_t rs1 = 0;        ///< For kCsrr?i: the immediate.
  std::uint8_t rs2 = 0;
  std::uint8_t bytes = 4;  ///< 2: it was compressed.
  std::int32_t imm = 0;    ///< For kCsrr*: the CSR's number. For kIllegal: the instruction's bits.
};

/// Returns whether `half`, the first 16 bits of an instruction, is a whole instruction.
constexpr bool is_compressed(std::uint32_t half) { return (half & 3) != 3; }

/// Decodes the 32 bits from the program counter on. Instructions that RV32IMC with Zicsr and
/// Zifencei in machine mode does not have become kIllegal.
Instruction decode(std::uint32_t word);

/// Returns the 32-bit equivalent of a compressed instruction; 0, which is illegal, if there is
/// none.
std::uint32_t expand(std::uint16_t half);

}  // namespace gf::hw::riscv
