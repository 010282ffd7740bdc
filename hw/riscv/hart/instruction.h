// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace gf::hw::riscv {

/// What an instruction of RV32IM, Zicsr and Zifencei does.
enum class Op : std::uint8_t {
  kUndecoded,  ///< A place of the table that has not been looked at.
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

/// Where x0 is written to: a register that nobody reads.
inline constexpr std::uint8_t kNowhere = 32;

/// An instruction as the table holds it, decoded once.
struct Instruction {
  Op op = Op::kUndecoded;
  std::uint8_t rd = kNowhere;  ///< kNowhere in place of x0.
  std::uint8_t rs1 = 0;        ///< Of kCsrr?i: the immediate.
  std::uint8_t rs2 = 0;
  std::uint8_t bytes = 4;  ///< 2: it was compressed.
  std::int32_t imm = 0;    ///< Of kCsrr*: the CSR's number. Of kIllegal: its bits.
};

/// Whether `half`, the first 16 bits of an instruction, is all of it.
constexpr bool is_compressed(std::uint32_t half) { return (half & 3) != 3; }

/// Of the 32 bits from the program counter on. What RV32IMC with Zicsr and Zifencei in machine mode
/// does not have is kIllegal.
Instruction decode(std::uint32_t word);

/// The instruction of 32 bits that `half` abbreviates; 0, which is illegal, for what it does not
/// have.
std::uint32_t expand(std::uint16_t half);

}  // namespace gf::hw::riscv
